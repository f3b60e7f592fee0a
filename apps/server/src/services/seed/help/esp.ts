import type { HelpArticles } from './articles.ts';

export const esp: HelpArticles = {
  start: {
    title: 'Primeros pasos',
    summary: 'De una cuenta vacía a la primera operación en unos minutos.',
    body: `1. **Regístrate** con correo o teléfono. Un código de seis dígitos demuestra que es tuyo; vale diez minutos.
2. **Ingresa fondos en tu cuenta Spot**: [depositar](#/pages/assets/deposit/index). En una demo, toma ahí fondos de prueba.
3. **Elige un mercado** y mira su gráfico y su libro de órdenes.
4. **Envía una orden.** Antes de confirmar verás el coste y la comisión. [Tipos de orden](#/pages/help/center/detail?key=orders)
5. **Síguela** en Órdenes abiertas. Lo que no se ha ejecutado se puede cancelar siempre.

## Antes del primer retiro
Hazlo pronto y luego no tendrás que esperar:

- [verifica tu identidad](#/pages/verification/index), nivel básico;
- crea una [contraseña de fondos](#/pages/settings/security/changePayPassword) y activa la [app de autenticación](#/pages/settings/security/otp);
- guarda una [dirección de retiro](#/pages/user/address/address): una nueva se puede usar a las 24 horas.

Cada apunte de tu historial queda en [Movimientos](#/pages/assets/record).`,
  },
  deposits: {
    title: 'Depósitos',
    summary: 'Dirección, red, confirmaciones, reclamaciones y transferencias.',
    body: `## Criptomonedas
1. Abre [Depositar](#/pages/assets/deposit/index), elige la moneda y **después la red**. Quien envía debe usar la misma red.
2. Envía a la dirección mostrada. Es solo tuya y no cambia; hay una por red.
3. El depósito aparece *en revisión* cuando la red lo tiene y se abona en tu **cuenta Spot** tras las confirmaciones que indica la página.

| red | qué llega |
|---|---|
| TRC20, ERC20 | los tokens que indica la página; en ERC20 también ETH |
| Bitcoin (OMNI) | solo BTC nativo |

Por debajo del mínimo no se pierde nada: los importes pequeños de una moneda y red se guardan hasta alcanzarlo juntos.

## ¿No ha llegado?
Si la red lo confirmó y no aparece, [reclámalo](#/pages/assets/deposit/charge): importe, ID de transacción y una imagen. Lo revisa una persona; en una red vigilada la propia transacción es la prueba. Una transacción se abona una sola vez, la reclame quien la reclame.

## Transferencia bancaria
La página muestra la cuenta del operador. Transfiere desde una cuenta a tu nombre y envía el importe y una imagen del comprobante. Se aprueba, o se rechaza con un motivo que puedes leer.

Aquí nadie te pedirá otro depósito para liberar un retiro.`,
  },
  withdrawals: {
    title: 'Retiros',
    summary: 'Qué necesitas, cuánto cuesta, cuánto tarda.',
    body: `## Qué necesitas
- [verificación básica](#/pages/verification/index);
- una [contraseña de fondos](#/pages/settings/security/changePayPassword) de seis dígitos, y el código de la app si está activada;
- una [dirección](#/pages/user/address/address) o [tarjeta bancaria](#/pages/bankbind/index) guardada.

**Espera de seguridad.** Una dirección o tarjeta nueva se puede usar a las 24 horas. Tras cambiar la contraseña de acceso, la de fondos o la app, los retiros también esperan 24 horas. Quien robe una contraseña no puede vaciar la cuenta esa noche.

## Cuánto cuesta
La comisión se fija al solicitarlo. Recibes *importe − comisión*: 100 USDT con comisión 1 son 99. La página muestra comisión, mínimo y lo que llega antes de confirmar.

## Límites
Tres solicitudes al día (UTC), incluidas las canceladas, y un valor diario que la [verificación avanzada](#/pages/verification/advanced) aumenta.

## Qué ocurre después
1. **En revisión.** El importe queda congelado, sigue siendo tuyo. Puedes cancelar.
2. **Aprobado.** Lo ha comprobado una persona; a partir de un umbral, dos. Casi siempre en mucho menos de 12 horas.
3. **Enviado.** El movimiento muestra el ID de transacción; síguelo en la red.

**Rechazado** significa que todo el importe vuelve a estar disponible, con el motivo en el movimiento.`,
  },
  fees: {
    title: 'Comisiones',
    summary: 'Todo lo que puede costarte algo, en una tabla.',
    body: `| qué | comisión | cuándo |
|---|---|---|
| Spot | tasa maker o taker del mercado | en cada ejecución, de lo que recibes |
| Futuros | una tasa del valor al abrir y al cerrar | al abrir y al cerrar |
| Opciones | una tasa del importe | al comprar; se devuelve si hay reembolso |
| Retiro | importe fijo por moneda y red | del importe |
| Fondos bloqueados | ninguna | indemnización solo si terminas antes |
| Depósito, transferencia interna, monedas nuevas | ninguna | |

Los mercados nuevos empiezan con 0.08 % (maker) y 0.1 % (taker), los futuros con 0.05 %, las opciones con 1 %. El operador puede fijar otras; **cuenta la tasa que muestra la orden antes de confirmar**.

## Ejemplo
Compras 0.1 BTC a 60,000 USDT como taker al 0.1 %. Pagas 6,000 USDT y recibes 0.1 − 0.0001 = 0.0999 BTC.

- **Maker**: tu orden esperaba en el libro. **Taker**: encontró una que esperaba.
- Los futuros abren al índice más o menos medio diferencial pequeño. Se cierran al índice, sin diferencial. No hay tasa de financiación.
- La parte de quien te invitó sale de la comisión. No te cuesta nada.`,
  },
  orders: {
    title: 'Tipos de orden',
    summary: 'Límite, mercado, vigencia y bandas de precio.',
    body: `**Límite** – tú pones el precio y nunca obtienes uno peor. Debe estar a menos del 20 % del índice, para evitar errores al teclear.

**Mercado** – se ejecuta al instante a los mejores precios del libro, nunca a más del 2 % del índice. Una compra también puede darse como importe a gastar.

| vigencia | qué hace | sirve para |
|---|---|---|
| GTC | sigue hasta ejecutarse o cancelarse | esperar tu precio |
| IOC | ejecuta lo que puede ahora, cancela el resto | tomar lo que hay |
| FOK | todo ahora, o se rechaza | todo o nada |
| Post only | se rechaza si se ejecutaría al instante | asegurar la tasa maker |

## Ejemplo
El libro ofrece 0.5 BTC a 60,000 y 1 BTC a 60,010. Quieres 1 BTC con límite 60,000. **GTC** compra 0.5 y espera. **IOC** compra 0.5 y cancela el resto. **FOK** y **post only** se rechazan.

## Estados
*En espera* (también ejecutada en parte), *completada*, *cancelada*. Al cancelar se libera lo congelado. Una orden nunca se cruza con otra tuya: se cancela la más reciente.

Mira también [Comisiones](#/pages/help/center/detail?key=fees) y [¿Por qué se rechazó mi orden?](#/pages/help/center/detail?key=refused)`,
  },
  futures: {
    title: 'Futuros: margen y liquidación',
    summary: 'Cuánto pones, cuánto puedes perder y dónde se cierra.',
    body: `Una posición es larga (ganas si sube el índice) o corta, en **lotes** enteros y con un **múltiplo** (apalancamiento). Cada una tiene su propio margen: no puedes perder más que eso.

- Margen = lotes × tamaño del lote × precio ÷ múltiplo
- Mantenimiento = lotes × tamaño × precio de apertura × tasa (0.5 % al principio)
- Ratio de margen = mantenimiento ÷ (margen + PnL no realizado). **Al 100 % se liquida.**
- Precio de liquidación de una larga ≈ apertura × (1 − 1 ÷ múltiplo + tasa); de una corta × (1 + 1 ÷ múltiplo − tasa)

## Ejemplo
Larga, 3 lotes de 0.01 BTC a 64,818.89, 20 veces.

| | USDT |
|---|---|
| Valor | 1,944.57 |
| Margen, lo máximo que puedes perder además de comisiones | 97.23 |
| Mantenimiento | 9.72 |
| Comisión de apertura, 0.05 % | 0.97 |
| Liquidación, aprox. | 61,902 |

A 66,000 ganas 0.03 × 1,181.11 = 35.43. A 61,000 el margen se ha perdido; los 17.34 restantes los paga el fondo de seguro, no tú.

## Conviene saber
- Todo va por el **índice**, nunca por el precio de un solo mercado. Mientras está anticuado no se abre ni se liquida nada.
- Una posición también se cierra sola cuando la ganancia llega al tope (10 × el margen al principio), que la plataforma tiene reservado.
- No se puede añadir margen. Take profit y stop loss se pueden poner siempre y saltan con el primer índice que los alcanza.
- Cada cierre tiene un [recibo](#/pages/help/center/detail?key=receipts).`,
  },
  options: {
    title: 'Opciones: entrega y resultado',
    summary: 'Cómo se decide subida, bajada o empate, y cuándo hay reembolso.',
    body: `Dices si el índice estará más alto o más bajo tras un tiempo. Lo máximo que puedes perder es importe + comisión. Requieren [verificación básica](#/pages/verification/index) y no se ofrecen en todas partes.

## Cómo se decide
**Precio de compra**: el índice al comprar, de 2 segundos como mucho. **Precio de entrega**: la *media* de todas las muestras del índice en la última parte del tiempo, para que no decida un solo instante. Esa parte es una décima del tiempo, mínimo 5 segundos: 6 s de 60 s, 30 s de 300 s.

| media frente a la compra | resultado | recibes |
|---|---|---|
| a tu favor | ganada | importe + pago |
| exactamente igual | empate | el importe; la comisión no |
| en contra | perdida | nada |
| menos del 80 % de las muestras | reembolso | importe y comisión |
| menos del 80 % por nuestra causa, y las que hay están a tu favor | ganada | importe + pago |

## Ejemplo
100 USDT a subida, 60 s, pago 80 %, comisión 1 %.

- Ganada: vuelven 180, **79 más** de lo que pusiste (101).
- Perdida: **−101**. Empate: **−1**.
- A la larga no pierdes si aciertas el 56.12 % (101 ÷ 180). La pantalla muestra esa tasa.

Nadie puede elegir quién gana: las mismas muestras deciden todas las órdenes. Compruébalo en el [recibo](#/pages/help/center/detail?key=receipts).`,
  },
  receipts: {
    title: 'Recibos: compruébanos',
    summary: 'Qué contiene un recibo y cómo recalcularlo.',
    body: `Cada opción, apertura, cierre, liquidación, take profit y stop loss tiene un recibo. Indica las condiciones, las muestras del índice con su hora, las cotizaciones de cada mercado, cuáles se descartaron y por qué, y el resultado.

## En la app
Abre una orden terminada y toca su recibo, o ve a [Comprobar recibos](#/pages/settlement/verify). Tu propio dispositivo lo recalcula todo:

1. el **hash**: no se ha cambiado nada;
2. el **enlace** con el recibo anterior: no falta ni sobra nada;
3. cada **precio del índice** a partir de sus cotizaciones, con la regla publicada;
4. la **media** y el **resultado**, o si de verdad se alcanzó el precio;
5. tus importes, que solo ves tú: los demás ven un compromiso sellado.

## Sin nuestra app
Guarda el recibo y ejecuta *fairlead-verify*, del código abierto, en tu ordenador. No necesita red y también comprueba la cadena entera.

Si un paso falla, guarda el recibo y [escríbenos](#/pages/help/center/chat). Nadie puede cambiar un recibo después, nosotros tampoco.`,
  },
  locked: {
    title: 'Fondos bloqueados: interés y cierre anticipado',
    summary: 'Cómo se abona el interés y cuánto cuesta terminar antes.',
    body: `Bloqueas un importe unos días en tu **cuenta Ahorro**. Sigue siendo tuyo, pero congelado. El interés se abona cada día a la hora de tu compra y está disponible al instante; el último día queda libre el principal.

## Interés
Rendimiento diario × días × importe: 0.4 % × 15 × 10,000 = **600**.

Días, rendimiento e indemnización son los de tu compra. Todo el interés se reserva en la tesorería al comprar; lo que no se puede prometer entero no se vende.

## Terminar antes
Se descuentan dos cosas del principal; el interés ya abonado es tuyo.

- **Indemnización** = tasa × días no abonados × importe
- **Penalización** = 1.5 × el interés de un día

Ejemplo: 1,000 al 0.4 % diario por 15 días, terminado tras 12. Indemnización 0.4 % × 3 × 1,000 = 12, penalización 1.5 × 4 = 6. Vuelven **982** y quedan los 48 de interés: 1,030 en total.

La suma exacta se muestra antes de confirmar. Mira [tus órdenes](#/pages/finance/ordersPage) y las [reglas](#/pages/finance/rulePage).

El precio de la moneda puede moverse mientras está bloqueada. El interés no protege de eso.`,
  },
  newcoins: {
    title: 'Suscribirse a monedas nuevas',
    summary: 'De la suscripción al día en que tus monedas quedan libres.',
    body: `Una moneda nueva se vende a precio fijo antes de abrir su mercado. Mira [Monedas nuevas](#/pages/publication/index).

1. **Suscripción**, del inicio al cierre. Pagas desde la cuenta Spot; el pago se congela y tu registro queda en revisión. Por orden de llegada, hasta tu máximo.
2. **Revisión.** Aprobada: las monedas son tuyas, bloqueadas. Rechazada: el pago vuelve a estar disponible.
3. **Agotada**, del cierre al lanzamiento, quede lo que quede.
4. **Lanzamiento.** El mercado puede abrir.
5. **Liberación**: lanzamiento + días de bloqueo. Las monedas quedan libres en tu cuenta Spot, sin hacer nada.

## Ejemplo
Precio 0.05 USDT, 10,000 monedas: pagas 500 USDT. Bloqueo de 30 días. Si el mercado está entonces a 0.06, el retorno es 0.06 ÷ 0.05 − 1 = 20 %. A 0.04 es −20 %.

Sin mercado no hay precio, y la app muestra una raya en vez de una promesa. Una moneda nueva puede perder todo su valor y no se puede vender mientras está bloqueada.`,
  },
  referral: {
    title: 'Invitar amigos',
    summary: 'Tu parte de sus comisiones y cuándo se paga.',
    body: `Comparte tu código, enlace o cartel desde [Invitar amigos](#/pages/promotion/index). Quien se registre con él queda como invitado tuyo para siempre.

- Recibes una parte de las **comisiones** que pagan en spot, futuros y opciones: 20 %, desde 10 invitados 25 %, desde 50 30 % al principio. La página muestra tu nivel; los socios tienen tasa propia.
- Sale de la comisión. Tus amigos no pagan más.
- Las bonificaciones están *pendientes* durante el día y se pagan en tu cuenta Spot tras la medianoche UTC, en la moneda de la comisión.
- Hay un solo nivel: nada por los amigos de tus amigos. Las comisiones de retiro no cuentan.

## Ejemplo
Un amigo paga 1 USDT de comisión. Al 20 % recibes 0.2 USDT y la plataforma se queda 0.8.

Los nombres salen ocultos y la clasificación es por ganancias al índice del día. Invita a quien ya quiera operar: operando se puede perder dinero.`,
  },
  verification: {
    title: 'Verificación de identidad',
    summary: 'Dos niveles: qué pide y qué abre cada uno.',
    body: `| nivel | envías | abre |
|---|---|---|
| [Básico](#/pages/verification/basic) | país, nombre completo, número de documento | retiros y opciones |
| [Avanzado](#/pages/verification/advanced) | dirección; fotos del anverso, reverso y tuya con el documento | un límite diario de retiro mayor |

Primero el básico. Una persona revisa cada nivel una vez y recibes un mensaje. Si se rechaza, lees el motivo y puedes enviarlo de nuevo.

## Para que se apruebe
- El nombre, exactamente como en el documento.
- Las cuatro esquinas en la foto, sin reflejos, nada tapado; JPEG, PNG o WebP hasta 8 MB.
- Un documento pertenece a una sola cuenta.

## Quién lo ve
Solo los revisores de este operador, y cada consulta queda registrada. Las imágenes se guardan cifradas y sin metadatos. El chat nunca las ve ni las pide: **no envíes documentos por el chat**.`,
  },
  security: {
    title: 'Protege tu cuenta',
    summary: 'Contraseña de fondos, app, dispositivos y cómo reconocer un fraude.',
    body: `## Cuatro cosas
1. Una **contraseña de acceso** que no uses en otro sitio.
2. Una [contraseña de fondos](#/pages/settings/security/changePayPassword): seis dígitos para retiros y direcciones nuevas. Cinco fallos la bloquean un rato.
3. La [app de autenticación](#/pages/settings/security/otp). Guarda los códigos de recuperación en papel; cada uno vale una vez.
4. Mira a veces [Dispositivos](#/pages/settings/security/devices). Cierra lo que no sea tuyo y cambia la contraseña: eso cierra todas las demás sesiones.

Se te avisa al instante de un acceso desde un dispositivo nuevo. Tras cambiar contraseña o app, los retiros esperan 24 horas.

## Cómo engañan
- **El «soporte» pide un código o una contraseña.** Nunca lo hacemos, ni por chat, correo o teléfono.
- **Pagar antes de retirar.** Un impuesto, un depósito o una «tasa de verificación» antes de un retiro es siempre un fraude. Aquí la comisión sale del importe.
- **Un enlace en un mensaje.** Escribe tú la dirección o usa un marcador.
- **Ganancias seguras, un profesor, un grupo.** Nadie conoce el precio de mañana.

¿Algo va mal? Cambia la contraseña, cierra todas las sesiones y [escríbenos](#/pages/help/center/chat). Podemos congelar la cuenta.`,
  },
  alerts: {
    title: 'Notificaciones y alertas de precio',
    summary: 'Entérate de lo importante donde tú elijas.',
    body: `## Notificaciones
En [Ajustes](#/pages/settings/index) se activa cada tipo por separado: ejecuciones, resultados de opciones, liquidaciones, decisiones sobre depósitos, retiros y verificación, anuncios. Todo queda también en [Mensajes](#/pages/notice/index?tab=messages). Los mensajes de seguridad no se pueden apagar.

**En este dispositivo.** Acepta cuando el navegador pregunte y llegarán con la app cerrada. En un iPhone, añade antes la app a la pantalla de inicio (Compartir → Añadir a pantalla de inicio). Los avisos no muestran saldos.

## Alertas de precio
Elige mercado y precio. Cuando el **índice** lo alcanza se te avisa una vez y la alerta termina. Va por el índice: una operación rara no la dispara, y con el índice anticuado no salta.

Una alerta es un mensaje, no una orden. Para comprar o vender usa una [orden límite](#/pages/help/center/detail?key=orders) o un stop.`,
  },
  portfolio: {
    title: 'Cartera, movimientos y extractos',
    summary: 'Cómo se calculan valor y ganancia, y cómo exportarlo todo.',
    body: `El **valor** es la suma de tus cuatro cuentas al índice, en USDT. Si una moneda no tiene precio reciente se muestra una raya, no un cero.

**Ganancia o pérdida de un periodo** = valor final − valor inicial − lo que entró + lo que salió

Depósitos, retiros y fondos de prueba no son ganancia; se descuentan al valor que tenían al moverse.

## Ejemplo
Empiezas el día con 1,000, depositas 500 y acabas con 1,560. Ganancia: 1,560 − 1,000 − 500 = **60**.

## Movimientos y extractos
- [Movimientos](#/pages/assets/record) tiene cada apunte que cambió un saldo; su suma es siempre tu saldo.
- Puedes exportar extractos y CSV de cada tipo de registro, con horas de tu zona, para tu contable o la hacienda.

Los importes de un archivo tienen todos los decimales; la app puede acortarlos, nunca redondear hacia arriba.`,
  },
  chat: {
    title: 'Escribirnos',
    summary: 'Chat con una persona, y lo que podemos y no podemos hacer.',
    body: `[El chat](#/pages/help/center/chat) lo responden personas. Muestra la espera y, fuera de horario, lo dice: escribe igualmente, la respuesta te espera y un mensaje te avisa.

## Para ir rápido
- Indica el **ID del registro** (orden, depósito, retiro) mejor que una captura de todo.
- Ante un error, una imagen ayuda. Al final puedes guardar la conversación.

## Lo que soporte nunca hace
- pedir contraseñas, códigos, códigos de recuperación ni documentos;
- pedir dinero;
- cambiar un precio, un resultado o un saldo. Nadie puede: una corrección es un apunte propio, que pide un operador y aprueba otro.

Casi todo se encuentra antes en el [centro de ayuda](#/pages/help/center/center): busca primero.`,
  },
};
