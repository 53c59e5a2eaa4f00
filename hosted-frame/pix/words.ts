import type { Locale } from '../../contract/locale.ts';

type News = readonly [headline: string, more: string];

/** What the buyer reads. `$` is the amount. */
export type PixWords = {
  title: string;
  payee: string;
  left: string;
  code: string;
  copy: string;
  copied: string;
  /** The clipboard was refused, so the code stands selected. */
  selected: string;
  steps: readonly [string, string, string];
  qr: string;
  offline: string;
  checking: News;
  paid: News;
  expired: News;
  ended: News;
};

export const WORDS: Record<Locale, PixWords> = {
  'pt-BR': {
    title: 'Pagamento por PIX',
    payee: 'Pagar a',
    left: 'Expira em',
    code: 'PIX copia e cola',
    copy: 'Copiar código',
    copied: 'Código copiado',
    selected: 'Código selecionado: copie e cole no app do banco',
    steps: [
      'Abra o app do seu banco e escolha pagar com PIX',
      'Cole o código ou aponte a câmera para o QR code',
      'Confira os dados e confirme',
    ],
    qr: 'QR code do PIX de $. O botão Copiar código dá o mesmo código.',
    offline: 'Sem conexão. Tentando de novo…',
    checking: ['Tempo esgotado', 'Conferindo se o pagamento chegou…'],
    paid: ['Pagamento confirmado', 'Recebemos $.'],
    expired: ['Este PIX expirou', 'Não pague este código. Peça outro na loja.'],
    ended: ['Este PIX foi encerrado', 'Não pague este código.'],
  },
  en: {
    title: 'Payment by PIX',
    payee: 'Pay to',
    left: 'Expires in',
    code: 'PIX copy and paste code',
    copy: 'Copy code',
    copied: 'Code copied',
    selected: 'Code selected: copy it and paste it in your bank app',
    steps: [
      'Open your bank app and choose to pay by PIX',
      'Paste the code or point the camera at the QR code',
      'Check the details and confirm',
    ],
    qr: 'QR code of the PIX of $. The Copy code button gives the same code.',
    offline: 'No connection. Trying again…',
    checking: ['Time is up', 'Checking if the payment arrived…'],
    paid: ['Payment confirmed', 'We received $.'],
    expired: ['This PIX has expired', 'Do not pay this code. Ask the store for another.'],
    ended: ['This PIX has ended', 'Do not pay this code.'],
  },
  es: {
    title: 'Pago con PIX',
    payee: 'Pagar a',
    left: 'Vence en',
    code: 'Código PIX para copiar y pegar',
    copy: 'Copiar código',
    copied: 'Código copiado',
    selected: 'Código seleccionado: cópialo y pégalo en la app del banco',
    steps: [
      'Abre la app de tu banco y elige pagar con PIX',
      'Pega el código o apunta la cámara al código QR',
      'Revisa los datos y confirma',
    ],
    qr: 'Código QR del PIX de $. El botón Copiar código da el mismo código.',
    offline: 'Sin conexión. Intentando de nuevo…',
    checking: ['Se acabó el tiempo', 'Verificando si llegó el pago…'],
    paid: ['Pago confirmado', 'Recibimos $.'],
    expired: ['Este PIX venció', 'No pagues este código. Pide otro en la tienda.'],
    ended: ['Este PIX terminó', 'No pagues este código.'],
  },
};
