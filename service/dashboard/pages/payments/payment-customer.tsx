import type { FC } from 'hono/jsx';
import { DELETE_CARDS, ERASE_CUSTOMER } from '../../../acts/customers.ts';
import { ApiError } from '../../../base/shared/api-error.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Payin } from '../../../domain/payins/payin.ts';
import { ERASED_CUSTOMER } from '../../../domain/upkeep/erase-customer.ts';
import { ActCard, Consent, Way } from '../../framework/parts/form.tsx';
import { Facts } from '../../framework/parts/table.tsx';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { whyRefused } from '../../words/say-refusal.ts';
import { pageWords } from '../../words/words.ts';
import { findPayment } from './payment-detail.tsx';

const WORDS = pageWords({
  title: ['Dados do comprador', 'Data of the buyer'],
  cards: ['Apagar os cartões salvos', 'Delete the saved cards'],
  cardsHint: [
    'Destrói todos os cartões salvos deste comprador nesta conta.',
    'Destroys all cards that this buyer has saved at this account.',
  ],
  cardsDeleted: [
    (count: number) => `Cartões apagados: ${count}.`,
    (count: number) => `Cards deleted: ${count}.`,
  ],
  noCards: ['Este comprador não tem cartão salvo.', 'This buyer has no saved card.'],
  erase: ['Apagar os dados do comprador', 'Erase the data of the buyer'],
  eraseHint: [
    'Apaga os dados pessoais deste comprador em todos os pagamentos da conta, para sempre. Ids, valores e o livro-razão ficam. Cópias de segurança feitas antes e o que já foi contado por webhook não são alcançados.',
    'Erases the personal data of this buyer in all payments of the account, for ever. Ids, amounts and the ledger stay. Backups made before, and what was told by webhook, are not reached.',
  ],
  sure: ['Entendo que não é possível desfazer.', 'I understand that this cannot be undone.'],
  erased: ['Os dados do comprador foram apagados.', 'The data of the buyer were erased.'],
  isErased: [
    'Os dados deste comprador já foram apagados.',
    'The data of this buyer were erased before.',
  ],
  refused: ['Nada foi apagado:', 'Nothing was erased:'],
});

type Services = Pick<DashboardServices, 'payins'>;

/** Whose data a payment has, and the ways to end that; by the payment, so that no address tells who. */
export async function showCustomer(visit: Visit, services: Services): Promise<Response> {
  const payin = await findPayment(visit, services);
  const title = WORDS[visit.language].title;
  return visit.page(title, <Customer payin={payin} visit={visit} />);
}

const Customer: FC<{ payin: Payin; visit: Visit }> = ({ payin, visit }) => {
  const text = WORDS[visit.language];
  const { name, document } = payin.customer;
  const here = `/payments/${payin.id}`;
  return (
    <>
      {document === ERASED_CUSTOMER.document ? (
        <p>{text.isErased}</p>
      ) : (
        <>
          <Facts
            facts={[
              [text.name, name],
              [text.payerDocument, writtenDocument(document)],
            ]}
          />
          <ActCard
            title={text.cards}
            text={text.cardsHint}
            action={`${here}/customer/cards`}
            visit={visit}
            danger
          />
          <ActCard
            title={text.erase}
            text={text.eraseHint}
            action={`${here}/customer/erase`}
            visit={visit}
            danger
          >
            <Consent name="sure">{text.sure}</Consent>
          </ActCard>
        </>
      )}
      <Way to={here}>{text.backToPayin}</Way>
    </>
  );
};

export async function deleteCards(visit: Visit, services: Services): Promise<Response> {
  const text = WORDS[visit.language];
  return withCustomer(visit, services, async (document, here) => {
    const { deleted } = await visit.act(DELETE_CARDS, { document });
    return visit.redirect(here, text.cardsDeleted(deleted));
  });
}

export async function eraseBuyer(visit: Visit, services: Services): Promise<Response> {
  const text = WORDS[visit.language];
  return withCustomer(visit, services, async (document, here) => {
    if (visit.form.sure !== 'yes') return visit.redirect(here);
    await visit.act(ERASE_CUSTOMER, { document });
    return visit.redirect(here, text.erased);
  });
}

async function withCustomer(
  visit: Visit,
  services: Services,
  act: (document: string, here: string) => Promise<Response>,
): Promise<Response> {
  const payin = await findPayment(visit, services);
  const text = WORDS[visit.language];
  const here = `/payments/${payin.id}/customer`;
  const { document } = payin.customer;
  if (document === ERASED_CUSTOMER.document) return visit.redirect(here, text.isErased);
  try {
    return await act(document, here);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const hasNoCards = error.code === 'NOT_FOUND';
    return visit.redirect(
      here,
      hasNoCards ? text.noCards : `${text.refused} ${whyRefused(error, visit.language)}`,
    );
  }
}
