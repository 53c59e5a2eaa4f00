import type { Child, FC } from 'hono/jsx';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Payin } from '../../../domain/payins/payin.ts';
import { boletoUrl, chargedAmount } from '../../../domain/payins/payin.ts';
import { Facts } from '../../framework/parts/table.tsx';
import {
  METHOD_NAMES,
  money,
  writtenPhone,
  writtenPostalCode,
} from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { pageWords } from '../../words/words.ts';
import { cardText, PAYMENT_WORDS } from './payment-words.ts';

const WORDS = pageWords({
  phone: ['Telefone', 'Phone'],
  buyer: ['O que o comprador viu', 'What the buyer saw'],
  installments: [
    (count: number, each: string) => `${count}x de ${each}`,
    (count: number, each: string) => `${count} × ${each}`,
  ],
  waitsForBank: [
    'O banco pede que o comprador confirme a compra.',
    'The bank asks the buyer to confirm the purchase.',
  ],
  pix: ['Código PIX (copia e cola)', 'PIX code (copy and paste)'],
  boletoLine: ['Linha digitável', 'Digitable line'],
  boletoPix: ['PIX impresso no boleto', 'PIX printed on the boleto'],
  boletoLink: ['Abrir o boleto em PDF', 'Open the boleto as PDF'],
  bank: ['Banco escolhido', 'Bank chosen'],
  canPay: ['O comprador ainda pode pagar.', 'The buyer can still pay.'],
  paid: ['Pago.', 'Paid.'],
  over: ['O comprador não pode mais pagar.', 'The buyer can no longer pay.'],
  declined: ['Recusado:', 'Refused:'],
});

type Part = { payin: Payin; language: Language };

export function isCancelable({ chargeState }: Payin): boolean {
  return chargeState === 'awaiting_payment';
}

/** For those alone who may know who pays. */
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
          [text.payerDocument, writtenDocument(customer.document)],
          [text.email, customer.email],
          [text.phone, writtenPhone(customer.phone)],
          [text.address, parts?.filter(Boolean).join(', ') ?? '–'],
        ]}
      />
    </section>
  );
};

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
          [text.pix, code(payin.pixCopyAndPaste)],
          [text.boletoLine, code(payin.boletoBarcode)],
          [text.boletoPix, code(payin.boletoPixCopyAndPaste)],
          [text.bank, code(payin.bankId)],
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

function code(value: string | null): Child {
  return value === null ? null : <code class="long">{value}</code>;
}

function payable(payin: Payin, language: Language): string {
  const text = WORDS[language];
  if (isCancelable(payin)) return text.canPay;
  const isPaid = ['APPROVED', 'REFUNDED', 'CHARGEBACK', 'MED'].includes(payin.status);
  return isPaid ? text.paid : text.over;
}
