import type { Examples } from '../reference/open-api.ts';

const EXAMPLE_CUSTOMER = {
  name: 'Ana Souza',
  document: '52998224725',
  email: 'ana@example.com',
  phone: '5511987654321',
  address: {
    street: 'Avenida Paulista',
    number: '1578',
    zipCode: '01310200',
    city: 'São Paulo',
    state: 'SP',
  },
};

const { address: _, ...customerWithoutAddress } = EXAMPLE_CUSTOMER;
const items = [{ title: 'Café torrado 250 g', quantity: 2, unitPrice: 7995 }];

const order = {
  amount: 15_990,
  isPhysicalProduct: true,
  payerIp: '203.0.113.7',
  customer: EXAMPLE_CUSTOMER,
  items,
};

export const PAYIN_REQUEST_EXAMPLES: Examples = {
  pix: {
    summary: 'PIX',
    value: {
      paymentMethod: 'PIX',
      referenceId: 'order-1001',
      ...order,
      webhookUrl: 'https://shop.example/webhooks',
    },
  },
  boleto: {
    summary: 'Boleto',
    value: { paymentMethod: 'BOLETO', referenceId: 'order-1002', ...order },
  },
  cardByToken: {
    summary: 'Card, by token, authenticated before the order',
    value: {
      paymentMethod: 'CREDIT_CARD',
      referenceId: 'order-1003',
      ...order,
      card: {
        token: 'tok_qwb0jfUBIFIF3CRPgVIKBP1od8aZhy4kz3r432c0_ew',
        installments: 1,
        threeDSecure: { referenceId: 'tds_preorder_0Uy_Okv1klb-gULHb8_9fOcb49VwniZb' },
      },
      antifraud: { sessionId: 'afs_preorder_YoHmK4Co3mND_oIGD5QS2Q' },
    },
  },
  cardInClear: {
    summary: 'Card, in the clear',
    value: {
      paymentMethod: 'CREDIT_CARD',
      referenceId: 'order-1004',
      ...order,
      card: {
        holderName: 'ANA SOUZA',
        number: '4111111111111111',
        expirationMonth: '12',
        expirationYear: '2032',
        cvv: '123',
        installments: 2,
      },
    },
  },
  openFinance: {
    summary: 'Open finance',
    value: {
      paymentMethod: 'OPEN_FINANCE',
      referenceId: 'order-1005',
      ...order,
      customer: customerWithoutAddress,
      bankId: 'ipe',
      returnUrl: 'http://localhost:3000/orders/1005',
    },
  },
};

const createdAt = '2026-11-21T20:30:22.500Z';

function created(id: string, referenceId: string, paymentMethod: string, status = 'PENDING') {
  return {
    id,
    externalId: '9bb254db2953e94b3a3726e812db6900',
    referenceId,
    status,
    amount: 15_990,
    paymentMethod,
    createdAt,
  };
}

export const PIX_CODE_EXAMPLE =
  '00020126580014br.gov.bcb.pix013600000000-0000-4000-8000-00005a4db0c5520400005303986540' +
  '6159.905802BR5911Tres Marias6009Sao Paulo62290525042389F3CE9D1651CF135CDDD6304C6A8';

export const PIX_VIEW_TOKEN_EXAMPLE =
  'pvt_no3ds_heXM_dy0Ug6l5V4ejJduqA_qwb0jfUBIFIF3CRPgVIKBP1od8aZhy4kz3r432c0_ew';

export const PAYIN_ANSWER_EXAMPLES: Examples = {
  pix: {
    summary: 'PIX',
    value: {
      ...created('pay_no3ds_heXM_dy0Ug6l5V4ejJduqA', 'order-1001', 'PIX'),
      expiresAt: '2026-11-21T21:00:22.500Z',
      viewToken: PIX_VIEW_TOKEN_EXAMPLE,
      pix: { qrcode: PIX_CODE_EXAMPLE, viewToken: PIX_VIEW_TOKEN_EXAMPLE },
    },
  },
  boleto: {
    summary: 'Boleto',
    value: {
      ...created('pay_no3ds__OPCc0J_ftISXOQRcepTpQ', 'order-1002', 'BOLETO'),
      expiresAt: '2026-11-27T02:59:59.000Z',
      viewToken: 'pvt_no3ds__OPCc0J_ftISXOQRcepTpQ_Kd2FhSg1yHq3mJ0bXw8uZcVtRnL5eYpA9iOsD7fQ4kE',
      boleto: {
        barcode: '99996388379341463345829936581403116400000015990',
        pixQrcode: PIX_CODE_EXAMPLE,
        dueDate: '2026-11-24',
        url: 'https://api.example/boletos/bol_no3ds_8LF0lEDzmzn_OVhnVMh1YQ.pdf',
      },
    },
  },
  card: {
    summary: 'Card, decided',
    value: {
      ...created('pay_no3ds_Kw3iD26fxCxumh97xo673A', 'order-1004', 'CREDIT_CARD', 'APPROVED'),
      threeDSecure: { used: false, eci: null, expectedLiability: 'merchant' },
    },
  },
  cardRefused: {
    summary: 'Card, refused',
    value: {
      ...created('pay_no3ds_5vD1sWq0rSx0e1t8YgQmTg', 'order-1007', 'CREDIT_CARD', 'REFUSED'),
      declineReason: 'card_expired',
      retry: { sameCard: false, afterSeconds: null },
    },
  },
  cardPendingThreeDS: {
    summary: 'Card, 3-D Secure after the order',
    value: {
      ...created(
        'pay_postorder_A9MLH4_fkMxgeEHC9Lmttw',
        'order-1006',
        'CREDIT_CARD',
        'PENDING_3DS',
      ),
      externalId: 'pay_postorder_A9MLH4_fkMxgeEHC9Lmttw',
      threeDSecurePending: true,
      threeDSecureSession: '00d992c8-736a-41e4-b3e1-f88ecaaca757.5-FDktmTnG4S1Yoo15eM8rBsWrLb0M2D',
      threeDSecureTransactionId: '00d992c8-736a-41e4-b3e1-f88ecaaca757',
      threeDSecureSdkUrl: 'https://bank.example/3ds/sdk.js',
      threeDSecureProvider: 'sandbox',
      threeDSecureAction: {
        type: 'THREEDS_CHALLENGE',
        session_id: 'tds_postorder_Gh4MR-2ruOny8I2zSkZh5m0SMSft0abd',
        expires_at: '2026-11-21T20:45:22.796Z',
      },
    },
  },
  openFinance: {
    summary: 'Open finance',
    value: {
      ...created('pay_no3ds_SzFApv3GTQP2W1ouiKgM0g', 'order-1005', 'OPEN_FINANCE'),
      expiresAt: '2026-11-21T21:30:22.500Z',
      viewToken: 'pvt_no3ds_SzFApv3GTQP2W1ouiKgM0g_m7Yw2NcQfB0xPz5sVh8uLtJ3eRkD9aGiO1qXvT6nE4C',
      openFinanceRedirectUrl:
        'https://bank.example/open-finance/consents/ce9b4e828205b62dcd35fd4c8c970d53',
    },
  },
};

export const PAYIN_EXAMPLE = {
  ...created('pay_no3ds_Kw3iD26fxCxumh97xo673A', 'order-1004', 'CREDIT_CARD', 'APPROVED'),
  currency: 'BRL',
  installments: 2,
  installmentPlan: null,
  customer: EXAMPLE_CUSTOMER,
  items,
  pixCopyAndPaste: null,
  boletoBarcode: null,
  boletoPixCopyAndPaste: null,
  boletoUrl: null,
  boletoDueDate: null,
  netAmount: 15_313,
  reservedAmount: 0,
  refundedAmount: 0,
  refunds: [],
  replacedBy: null,
  feeAmount: 677,
  expiresAt: null,
  declineReason: null,
  retry: null,
  threeDSecure: { used: false, eci: null, expectedLiability: 'merchant' },
  updatedAt: createdAt,
};
