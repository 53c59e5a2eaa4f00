import type { SubMerchant } from '../providers/acquirer.ts';

/** Who sells, in longer words than acquirers take. */
export const SUB_MERCHANT: SubMerchant = {
  ...{ name: 'Açaí & Cia. Comércio de Alimentos e Bebidas Ltda.', document: '11222333000181' },
  ...{ mcc: '5814', phone: '5511987654321', url: 'https://acai.example.com/loja' },
  ...{ street: 'Avenida Brigadeiro Faria Lima', number: '1.384', complement: 'Loja 2' },
  ...{ neighborhood: 'Jardim Paulistano', city: 'São José dos Campos' },
  ...{ state: 'SP', zipCode: '01451001' },
};

const { name: _name, zipCode, ...same } = SUB_MERCHANT;

/** The same as an operator types it. */
export const SELLER_OPTIONS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(same).map(([key, value]) => [key, `${value}`])),
  'zip-code': zipCode,
};
