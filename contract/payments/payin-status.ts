/** Source: spec, "Payin states". */
export const PAYIN_STATUSES = [
  'PENDING',
  'PENDING_3DS',
  'APPROVED',
  'REFUSED',
  'FAILED',
  'CANCELED',
  'REFUNDED',
  'CHARGEBACK',
  'MED',
  'EXPIRED',
] as const;

export type PayinStatus = (typeof PAYIN_STATUSES)[number];
