import type { FC } from 'hono/jsx';
import { SUPPORT_PAYMENT } from '../../../acts/payments.ts';
import { ButtonLink } from '../../framework/parts/form.tsx';
import type { Visit } from '../../framework/route.ts';
import { post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords } from '../../words/words.ts';
import { Summary } from '../payments/payment-detail.tsx';
import { Timeline } from '../payments/timeline.tsx';
import type { ActForm, Refused } from './act-form.tsx';
import { ActForms, actByForm, formOf, formPath } from './act-form.tsx';

const WORDS = pageWords({
  title: ['Atender a um pagamento', 'Help with a payment'],
  intro: [
    'O pagamento é mostrado, sem quem pagou e sem nada para mudar. A conta dele lê que foi visto, e por quê.',
    'The payment is shown, without who paid and with nothing to change. Its company reads that it was seen, and why.',
  ],
  seen: [
    (company: string, reason: string) => `De ${company}, que lê o motivo: ${reason}`,
    (company: string, reason: string) => `Of ${company}, which reads the reason: ${reason}`,
  ],
  another: ['Voltar ao serviço', 'Back to the service'],
});

const FORM = formOf(
  SUPPORT_PAYMENT,
  { 'pt-BR': 'Ver um pagamento', en: 'See a payment' },
  { payinId: 'payin', reason: { 'pt-BR': 'Motivo', en: 'Reason' } },
  { isNew: true },
);

export const Support: FC<{ visit: Visit; refused: Refused | null }> = ({ visit, refused }) => {
  const text = WORDS[visit.language];
  return (
    <section>
      <h2>{text.title}</h2>
      <p class="hint">{text.intro}</p>
      <ActForms forms={[FORM]} below="/system" visit={visit} refused={refused} />
    </section>
  );
};

type Found = typeof FORM extends ActForm<infer Answer> ? Answer : never;
type ShowSystem = (
  visit: Visit,
  services: DashboardServices,
  refused: Refused,
) => Promise<Response>;

/** The form itself is answered, so that neither payment nor reason is in an address. */
export function supportPage(showSystem: ShowSystem) {
  return post(formPath('/system', FORM), FORM.act, (visit, services) =>
    actByForm(FORM, visit, {
      done: (found) => showPayment(visit, found),
      again: (refused) => showSystem(visit, services, refused),
    }),
  );
}

function showPayment(visit: Visit, { payin, money, timeline }: Found): Promise<Response> {
  const { language, form } = visit;
  const text = WORDS[language];
  return visit.page(
    `${text.payin} ${payin.referenceId}`,
    <>
      <p>{text.seen(payin.companyId, form.reason?.trim() ?? '')}</p>
      <Summary payin={payin} amounts={money} visit={visit} />
      <Timeline timeline={timeline} language={language} people={new Map()} />
      <p class="actions">
        <ButtonLink to="/system">{text.another}</ButtonLink>
      </p>
    </>,
  );
}
