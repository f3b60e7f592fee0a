import type { Articles } from './articles.ts';

export const esp: Articles = {
  welcome: {
    title: 'Te damos la bienvenida a la demo',
    summary: 'Todo funciona como con dinero de verdad, pero el dinero no es de verdad.',
    body: `Esto es una demostración. **Los precios son simulados o grabados y todos los fondos son de prueba**, sin ningún valor.

- Consigue fondos de prueba en la página de activos, tantas veces como permita el límite diario.
- Envía órdenes: se cruzan en un libro de órdenes real, con otros usuarios y con dos bots de demostración.
- Las órdenes de los bots entran por la misma puerta que las tuyas y sus operaciones están marcadas.

Una demo nunca puede convertirse en un exchange real: se elige en el primer arranque y ya no cambia.`,
  },
  promise: {
    title: 'Lo que este exchange no puede hacerte',
    summary:
      'Aquí nadie puede cambiar un precio, una operación ni un saldo. Te explicamos por qué.',
    body: `Algunos exchanges mueven los precios contra sus propios usuarios. Este está construido para que no pueda:

- **Nadie puede escribir un resultado.** Ningún operador, ajuste ni script cambia un precio, una ejecución o un saldo. Una corrección es un asiento propio en la contabilidad, con su motivo.
- **Cada saldo es una suma.** Es el total de tus registros, y cada registro tiene su contrapartida.
- **Los precios dicen de dónde vienen.** El índice de cada segundo se guarda con las cotizaciones que lo formaron.
- **Los gráficos indican su origen.** Las velas de operaciones muestran lo negociado aquí y nada más.`,
  },
  practise: {
    title: 'Practica con fondos de prueba',
    summary: 'Hasta 100 000 USDT al día para probar todos los tipos de orden.',
    body: `Abre **Activos → Depositar** y elige una moneda para recibir fondos de prueba. Llegan al instante a tu cuenta Spot y no tienen valor fuera de esta demo.`,
  },
  refused: {
    title: '¿Por qué se rechazó mi orden?',
    summary: 'Los motivos habituales y qué puedes hacer.',
    body: `- **Saldo insuficiente**: cuenta lo disponible, no lo congelado por otras órdenes. Cancela alguna o transfiere fondos a la cuenta Spot.
- **Por debajo del mínimo**: cada mercado tiene un valor mínimo por orden, normalmente 5 USDT.
- **Precio demasiado lejos del índice**: un precio límite debe estar a menos del 20 % del índice. Evita errores al teclear.
- **No se ejecutaría**: una orden IOC, FOK o a mercado no encontró oferta a su alcance, o una post only se habría ejecutado.
- **Precio desactualizado**: el índice no tiene un precio reciente. Las órdenes a mercado esperan; las límite siguen.
- **Mercado detenido**: por ahora no hay órdenes nuevas; sí puedes cancelar.

Una orden rechazada no cambia nada y no cuesta nada.`,
  },
  accounts: {
    title: 'Cuatro cuentas, una sola persona',
    summary: 'Spot, Opciones, Futuros y Ahorro, y cómo mover fondos entre ellas.',
    body: `| cuenta | para qué sirve |
|---|---|
| Spot | operar al contado, depósitos, retiros |
| Opciones | opciones |
| Futuros | futuros |
| Ahorro | fondos bloqueados |

**Transferir** mueve fondos entre tus cuentas al instante y gratis. Solo se mueve lo disponible: lo que una orden abierta ha congelado espera a que termine.

*Total = disponible + congelado.* El valor en USDT se calcula con los precios índice del momento y es una estimación; sin un precio reciente se muestra un guion.`,
  },
  index: {
    title: 'Precio índice, último precio y gráficos',
    summary: 'Dos precios y dos gráficos: qué te dice cada uno.',
    body: `El **último precio** es el de la última operación en nuestro propio libro.

El **precio índice** es la referencia exterior, una muestra por segundo. Con tres o más fuentes es la mediana de sus cotizaciones recientes, sin las que se alejan más del 0,5 %; con dos es su media mientras coincidan. Con menos está *desactualizado*, y la aplicación lo dice. Una fuente simulada o grabada se nombra como tal.

**Los gráficos de operaciones** solo muestran lo negociado aquí. **Los gráficos del índice** muestran el índice, y su historia anterior lleva la etiqueta de su origen. Un minuto sin operaciones no tiene vela: no inventamos nada.`,
  },
};
