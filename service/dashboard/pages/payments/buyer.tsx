import type { Child, FC } from 'hono/jsx';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Payin } from '../../../domain/payins/payin.ts';
import { boletoUrl, chargedAmount } from '../../../domain/payins/payin.ts';
import { METHOD_NAMES } from '../../framework/parts/method-names.ts';
import { Facts } from '../../framework/parts/table.tsx';
import { money, writtenPhone, writtenPostalCode } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import { cardText, PAYMENT_WORDS } from './payment-words.ts';

const WORDS = words({
  'pt-BR': {
    customer: 'Comprador',
    name: 'Nome',
    document: 'CPF ou CNPJ',
    email: 'E-mail',
    phone: 'Telefone',
    address: 'Endereço',
    buyer: 'O que o comprador viu',
    installments: (count: number, each: string) => `${count}x de ${each}`,
    waitsForBank: 'O banco pede que o comprador confirme a compra.',
    pix: 'Código PIX (copia e cola)',
    boletoLine: 'Linha digitável',
    boletoPix: 'PIX impresso no boleto',
    boletoLink: 'Abrir o boleto em PDF',
    bank: 'Banco escolhido',
    canPay: 'O comprador ainda pode pagar.',
    paid: 'Pago.',
    over: 'O comprador não pode mais pagar.',
    declined: 'Recusado:',
  },
  en: {
    customer: 'Buyer',
    name: 'Name',
    document: 'CPF or CNPJ',
    email: 'E-mail',
    phone: 'Phone',
    address: 'Address',
    buyer: 'What the buyer saw',
    installments: (count: number, each: string) => `${count} × ${each}`,
    waitsForBank: 'The bank asks the buyer to confirm the purchase.',
    pix: 'PIX code (copy and paste)',
    boletoLine: 'Digitable line',
    boletoPix: 'PIX printed on the boleto',
    boletoLink: 'Open the boleto as PDF',
    bank: 'Bank chosen',
    canPay: 'The buyer can still pay.',
    paid: 'Paid.',
    over: 'The buyer can pay no longer.',
    declined: 'Refused:',
  },
});

type Part = { payin: Payin; language: Language };

/** Whether the wait for its buyer can be ended. */
export function isCancelable({ chargeState }: Payin): boolean {
  return chargeState === 'awaiting_payment';
}

/** Who pays, for those who may know. */
export const Customer: FC<Part> = ({ payin: { customer }, language }) => {
  const text = WORDS[language];
  const { address } = customer;
  const parts = address && [
    `${address.street}, ${address.number}`,
    address.complement,
    address.neighborhood,
    `${address.city} – ${address.state}`,
    writtenPostalCode(address.zipCode),
  ];
  return (
    <section class="card" aria-labelledby="customer">
      <h2 id="customer">{text.customer}</h2>
      <Facts
        facts={[
          [text.name, customer.name],
          [text.document, writtenDocument(customer.document)],
          [text.email, customer.email],
          [text.phone, writtenPhone(customer.phone)],
          [text.address, parts?.filter(Boolean).join(', ') ?? '–'],
        ]}
      />
    </section>
  );
};

/** What the buyer was shown, and may be able to pay by still. */
export const BuyersView: FC<Part & { baseUrl: string }> = ({ payin, language, baseUrl }) => {
  const text = WORDS[language];
  const { declines } = PAYMENT_WORDS[language];
  const boleto = boletoUrl(payin, baseUrl);
  return (
    <section class="card" aria-labelledby="buyer">
      <h2 id="buyer">{text.buyer}</h2>
      <p>
        {cardText(payin, language) ?? METHOD_NAMES[language][payin.paymentMethod]}
        {payin.paymentMethod === 'CREDIT_CARD' ? `, ${installments(payin, language)}` : ''}
      </p>
      {payin.declineReason === null ? null : (
        <p>{`${text.declined} ${declines[payin.declineReason]}`}</p>
      )}
      {payin.status === 'PENDING_3DS' ? <p>{text.waitsForBank}</p> : null}
      <Facts
        facts={[
          ...code(text.pix, payin.pixCopyAndPaste),
          ...code(text.boletoLine, payin.boletoBarcode),
          ...code(text.boletoPix, payin.boletoPixCopyAndPaste),
          ...code(text.bank, payin.bankId),
        ]}
      />
      {boleto === null ? null : (
        <p class="actions">
          <a href={boleto} rel="noreferrer">
            {text.boletoLink}
          </a>
        </p>
      )}
      {payin.paymentMethod === 'CREDIT_CARD' ? null : <p>{payable(payin, language)}</p>}
    </section>
  );
};

function installments(payin: Payin, language: Language): string {
  const each = Math.floor(chargedAmount(payin) / payin.installments);
  return WORDS[language].installments(payin.installments, money(each, language));
}

function code(name: string, value: string | null): [string, Child][] {
  return value === null ? [] : [[name, <code class="long">{value}</code>]];
}

function payable(payin: Payin, language: Language): string {
  const text = WORDS[language];
  if (isCancelable(payin)) return text.canPay;
  const isPaid = ['APPROVED', 'REFUNDED', 'CHARGEBACK', 'MED'].includes(payin.status);
  return isPaid ? text.paid : text.over;
}
