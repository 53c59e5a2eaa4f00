import type { Locale } from '../../contract/locale.ts';

/** What a buyer reads of a boleto or a consent that waits for them. `$` is the amount. */
export type ShownWords = {
  due: string;
  line: string;
  copyLine: string;
  lineCopied: string;
  /** The clipboard was refused, so the line stands selected. */
  lineSelected: string;
  orPix: string;
  qr: string;
  go: string;
  boleto: string;
  bank: string;
  expired: readonly [string, string];
  ended: readonly [string, string];
};

export const SHOWN_WORDS: Record<Locale, ShownWords> = {
  'pt-BR': {
    due: 'Vence em',
    line: 'Linha digitável do boleto',
    copyLine: 'Copiar linha',
    lineCopied: 'Linha copiada',
    lineSelected: 'Linha selecionada: copie e cole no app do banco',
    orPix: 'Ou pague agora com PIX',
    qr: 'QR code do PIX deste boleto, de $',
    go: 'Ir para o banco',
    boleto: 'Copie a linha e pague no app do seu banco. A confirmação leva até dois dias úteis.',
    bank: 'Autorize o pagamento no seu banco. Depois você volta para a loja.',
    expired: ['O prazo acabou', 'Não pague mais este código. Escolha de novo como pagar.'],
    ended: ['Este pagamento foi encerrado', 'Escolha de novo como pagar.'],
  },
  en: {
    due: 'Due on',
    line: 'Boleto number',
    copyLine: 'Copy number',
    lineCopied: 'Number copied',
    lineSelected: 'Number selected: copy it and paste it in your bank app',
    orPix: 'Or pay now by PIX',
    qr: 'QR code of the PIX of this boleto, of $',
    go: 'Go to the bank',
    boleto:
      'Copy the number and pay it in your bank app. It takes up to two business days to confirm.',
    bank: 'Authorize the payment at your bank. Then you come back to the store.',
    expired: ['Time is up', 'Do not pay this code any more. Choose again how to pay.'],
    ended: ['This payment has ended', 'Choose again how to pay.'],
  },
  es: {
    due: 'Vence el',
    line: 'Número del boleto',
    copyLine: 'Copiar número',
    lineCopied: 'Número copiado',
    lineSelected: 'Número seleccionado: cópialo y pégalo en la app del banco',
    orPix: 'O paga ahora con PIX',
    qr: 'Código QR del PIX de este boleto, de $',
    go: 'Ir al banco',
    boleto:
      'Copia el número y paga en la app de tu banco. Tarda hasta dos días hábiles en confirmarse.',
    bank: 'Autoriza el pago en tu banco. Después vuelves a la tienda.',
    expired: ['Se acabó el plazo', 'No pagues más este código. Elige de nuevo cómo pagar.'],
    ended: ['Este pago terminó', 'Elige de nuevo cómo pagar.'],
  },
};
