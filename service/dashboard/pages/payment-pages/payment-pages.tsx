import { END_PAGE, MAKE_PAGE } from '../../../acts/payment-pages.ts';
import { ApiError } from '../../../base/shared/api-error.ts';
import { readReais } from '../../../base/shared/reais.ts';
import type { PaymentPage } from '../../../domain/pages/payment-page.ts';
import { pageStateOf, toPaymentPageRecord } from '../../../domain/pages/payment-page.ts';
import { Copyable, QrCode } from '../../framework/parts/copyable.tsx';
import { ActCard, Field, Form, Select, SubmitButton, Way } from '../../framework/parts/form.tsx';
import { ofNumbers, Table } from '../../framework/parts/table.tsx';
import { moment, money } from '../../framework/parts/values.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords } from '../../words/words.ts';

const WORDS = pageWords({
  intro: [
    'Uma página nossa em que compradores pagam. Envie o endereço, ou imprima o código.',
    'A page of ours where buyers pay. Send its address, or print its code.',
  ],
  none: ['Nenhuma página foi criada ainda.', 'No page was made yet.'],
  sold: ['O que se vende', 'What is sold'],
  kind: ['Quem paga', 'Who pays'],
  once: ['Uma pessoa, uma vez', 'One person, once'],
  many: ['Muitas pessoas', 'Many people'],
  delivery: ['Entrega física', 'Delivered physically'],
  limit: ['Limite de pagamentos', 'Limit of payments'],
  limitHint: ['Opcional, só para muitas pessoas.', 'Optional, for many people alone.'],
  make: ['Criar página', 'Make the page'],
  made: ['A página foi criada.', 'The page was made.'],
  faulty: ['Confira este campo.', 'Check this field.'],
  back: ['Todas as páginas', 'All pages'],
  code: ['Código QR do endereço da página', 'QR code of the address of the page'],
  end: ['Encerrar', 'End it'],
  endText: [
    'Ninguém mais paga por ela; o que espera o comprador é cancelado.',
    'Nobody pays by it any more; what waits for its buyer is cancelled.',
  ],
  ended: ['A página foi encerrada.', 'The page was ended.'],
  OPEN: ['Aberta', 'Open'],
  PAID: ['Paga', 'Paid'],
  ENDED: ['Encerrada', 'Ended'],
  EXPIRED: ['Vencida', 'Expired'],
});

/** Decision: the newest hundred are listed; older links are found by their payments. */
const LISTED = 100;

type Typed = Readonly<Record<string, string>>;

export const PAGES_OF_PAYMENT: readonly DashboardRoute[] = [
  get('/pages', MAKE_PAGE, (visit, services) => showList(visit, services, newOf(services), [])),
  post('/pages/new', MAKE_PAGE, makePage),
  get('/pages/:page', END_PAGE, showPage),
  post('/pages/:page/end', END_PAGE, endPage),
];

/** The form has a reference of its own, so that sending it twice makes one page. */
function newOf({ randomBytes }: DashboardServices): Typed {
  return { reference: `painel-${Buffer.from(randomBytes(9)).toString('base64url')}` };
}

async function showList(
  visit: Visit,
  services: DashboardServices,
  typed: Typed,
  wrong: readonly string[],
): Promise<Response> {
  const { companyId, language } = visit;
  const text = WORDS[language];
  const pages = await services.paymentPages.list(companyId, LISTED);
  const account = await services.accounts.find(companyId);
  const rows = pages.map(async (page) => {
    const state = account && (await pageStateOf(account, page, services));
    return [
      <a href={`/pages/${page.id}`}>{soldBy(page)}</a>,
      text[state?.status ?? 'ENDED'],
      page.isReusable ? text.many : text.once,
      money(page.order.amount, language),
      moment(page.createdAt, language),
    ];
  });
  const faultOf = (name: string) => (name === 'amount' ? text.wrongAmount : text.faulty);
  const of = (name: string, label: string) => ({
    ...{ name, label, value: typed[name] },
    error: wrong.includes(name) ? faultOf(name) : undefined,
  });
  const yesNo = [
    { value: 'no', label: text.no },
    { value: 'yes', label: text.yes },
  ];
  const kinds = [
    { value: 'no', label: text.once },
    { value: 'yes', label: text.many },
  ];
  return visit.page(
    text.paymentPages,
    <>
      <p>{text.intro}</p>
      {pages.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <Table
          caption={text.paymentPages}
          columns={[text.sold, text.state, text.kind, ofNumbers(text.amount), text.at]}
          rows={await Promise.all(rows)}
        />
      )}
      <Form action="/pages/new" visit={visit} label={text.make}>
        <input type="hidden" name="reference" value={typed.reference} />
        <Field {...of('title', text.sold)} maxlength={200} autocomplete="off" />
        <Field {...of('amount', text.amount)} inputmode="decimal" hint={text.amountHint} />
        <Select {...of('reusable', text.kind)} options={kinds} />
        <Field {...of('limit', text.limit)} inputmode="numeric" hint={text.limitHint} />
        <Select {...of('physical', text.delivery)} options={yesNo} />
        <SubmitButton>{text.make}</SubmitButton>
      </Form>
    </>,
    { status: wrong.length === 0 ? 200 : 400 },
  );
}

async function makePage(visit: Visit, services: DashboardServices): Promise<Response> {
  const { title = '', amount = '', reusable = '', physical = '', limit = '' } = visit.form;
  const { reference = '' } = visit.form;
  const asked = { title, reusable, physical, reference };
  const centavos = String(readReais(amount) ?? '');
  const most = limit.trim() === '' ? {} : { limit: limit.trim() };
  try {
    const { id } = await visit.actByText(MAKE_PAGE, { ...asked, ...most, amount: centavos });
    return visit.redirect(`/pages/${id}`, WORDS[visit.language].made);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const wrong = error.details.map(({ path }) => path);
    const named = wrong.filter((path) => path !== 'reference');
    const kept = { ...newOf(services), ...(named.length > 0 ? visit.form : {}) };
    return showList(visit, services, kept, named.length > 0 ? named : ['title']);
  }
}

async function showPage(visit: Visit, services: DashboardServices): Promise<Response> {
  const { companyId, language, params } = visit;
  const text = WORDS[language];
  const page = await services.paymentPages.find(companyId, params.page ?? '');
  const account = await services.accounts.find(companyId);
  if (page === null || account === null) return visit.notFound();
  const { id, url, status, payments, payin } = await toPaymentPageRecord(account, page, services);
  return visit.page(
    soldBy(page),
    <>
      <Way to="/pages">{text.back}</Way>
      <p>{`${text[status]} · ${money(page.order.amount, language)}`}</p>
      <p>{`${text.payments}: ${payments}`}</p>
      {payin === null ? null : <a href={`/payments/${payin.id}`}>{payin.id}</a>}
      <Copyable language={language}>{url}</Copyable>
      <QrCode text={url} label={text.code} />
      {status === 'OPEN' ? (
        <ActCard
          title={text.end}
          text={text.endText}
          action={`/pages/${id}/end`}
          visit={visit}
          danger
        />
      ) : null}
    </>,
  );
}

async function endPage(visit: Visit): Promise<Response> {
  const { page = '' } = visit.params;
  await visit.actByText(END_PAGE, { page });
  return visit.redirect(`/pages/${page}`, WORDS[visit.language].ended);
}

function soldBy({ order, referenceId }: PaymentPage): string {
  return order.items[0]?.title ?? referenceId;
}
