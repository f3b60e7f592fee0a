import type { LegalPlaceholders } from './texts.ts';

export const esp: LegalPlaceholders = {
  terms: {
    title: 'Condiciones de uso',
    body: `## Tu cuenta
Una persona, una cuenta. Eres mayor de edad y actúas por ti. Guarda contraseñas y códigos para ti: quien los tenga actúa en tu nombre.

## Tu dinero
Lo que tienes es la suma de apuntes de un libro, y puedes ver cada uno en Movimientos. Nadie puede cambiar un precio, una ejecución o un saldo; una corrección es un apunte propio, hecho por un operador y aprobado por otro.

## Operar
Una orden es vinculante cuando se acepta. Comisiones, bandas y límites se muestran antes de confirmar. Opciones y futuros se cierran con el índice publicado, y cada cierre tiene un recibo que puedes comprobar.

## Límites
Los retiros exigen verificación y los revisan personas. Una cuenta se puede congelar cuando la ley o su seguridad lo piden.

## Demo
En modo demo todos los fondos son de prueba. No tienen valor ni se pueden retirar.`,
  },
  privacy: {
    title: 'Aviso de privacidad',
    body: `## Qué se guarda
- correo o teléfono, idioma, sesiones con dispositivo y dirección;
- para la verificación: nombre, país, número de documento, dirección y fotos, cifrados;
- órdenes, apuntes y mensajes, pues los libros deben estar completos.

## Quién lo ve
Los revisores de este operador, solo para su tarea; cada consulta de un documento queda registrada. Soporte ve datos ocultos. Los recibos son públicos, pero no nombran ni dueño ni importe.

## Quién no
Este programa no carga nada de terceros y no tiene publicidad ni rastreadores. Las direcciones e importes de los retiros son públicos en sus redes por naturaleza.

## Tus derechos
Pide una copia, una corrección o el borrado por el chat. Lo que la ley obliga a conservar se queda hasta que venza su plazo.`,
  },
  risk: {
    title: 'Información de riesgos',
    body: `- Los **precios** se mueven con fuerza a cualquier hora. Puedes perder todo lo que pongas.
- **Futuros**: con un múltiplo de 20, un movimiento del 4.5 % en contra termina la posición y se pierde el margen.
- **Opciones**: pierdes el importe cada vez que fallas. Con un pago del 80 % y una comisión del 1 % hay que acertar el 56 % para no perder. Casi nadie lo consigue.
- Los **fondos bloqueados** no se pueden vender mientras lo están. Terminar antes cuesta indemnización y penalización.
- Las **monedas nuevas** pueden no encontrar comprador.
- El **operador** guarda tus fondos. Si quiebra, se pueden perder; no hay seguro de depósitos.
- La **técnica** falla: redes, mercados, tu teléfono.

No operes con dinero que necesites. Nada de esto es asesoramiento de inversión. En algunos países opciones y futuros están prohibidos a particulares.`,
  },
  custody: {
    title: 'Contrato de custodia de fondos bloqueados',
    body: `1. **Tuyo.** El importe que bloqueas sigue siendo tuyo. Queda congelado en tu cuenta Ahorro hasta el último día y no se puede operar, transferir ni retirar.
2. **Condiciones.** Días, rendimiento diario y tasa de indemnización son los del momento en que bloqueas y no cambian después.
3. **Interés**: se abona cada día a la misma hora en tu cuenta Ahorro y es tuyo al instante. Ejemplo: 0.4 % × 15 días × 10,000 = 600.
4. **Terminar antes.** Del principal se descuentan la indemnización (tasa × días restantes × importe) y una penalización de 1.5 días de interés. Ejemplo: 0.4 % × 3 × 1,000 = 12, y 6. Ves la suma antes de confirmar.
5. **Quién paga.** El interés sale de la tesorería del operador, que lo reserva entero cuando bloqueas.
6. **Riesgo.** El precio puede moverse mientras está bloqueado. Nada de esto es asesoramiento de inversión.`,
  },
  referral: {
    title: 'Reglas del programa de invitación',
    body: `1. Quien se registra con tu código o enlace es tu invitado para siempre. No se puede pasar a otra persona.
2. Recibes una parte de las comisiones que pagan en spot, futuros y opciones, según tu nivel en ese momento. Sale de la comisión.
3. Las bonificaciones están pendientes durante el día y se pagan en tu cuenta Spot tras la medianoche UTC.
4. Hay un solo nivel. Tus otras cuentas no son invitados.
5. No prometas ganancias, no envíes mensajes no deseados, no te hagas pasar por esta plataforma.
6. Los niveles pueden cambiar para comisiones futuras. Lo pendiente se paga.`,
  },
};
