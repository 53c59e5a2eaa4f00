import type { FC } from 'hono/jsx';
import { DbUnavailable } from '../../../base/shared/db.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { newAuditEntry } from '../../../domain/audit/audit-log.ts';
import type { User } from '../../../domain/people/user.ts';
import type { SampleState } from '../../../sandbox/samples/fill-samples.ts';
import { fillSamples, requireFillable } from '../../../sandbox/samples/fill-samples.ts';
import { Form, SubmitButton } from '../../framework/parts/form.tsx';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { words } from '../../words/words.ts';

export const SAMPLES_PATH = '/samples';

const WORDS = words({
  emptyTitle: ['Ainda não há pagamentos', 'No payments yet'],
  empty: [
    'O primeiro pagamento aparece aqui assim que for criado pela API ou pelo checkout.',
    'The first payment shows up here once it is created by the API or the checkout.',
  ],
  partial: [
    'O preenchimento com pagamentos de exemplo parou antes do fim.',
    'Filling with sample payments ended early.',
  ],
  fill: ['Preencher com 90 dias de pagamentos de exemplo', 'Fill with 90 days of sample payments'],
  more: ['Continuar o preenchimento', 'Go on filling'],
  hint: [
    'Só no ambiente de testes: algumas centenas de pagamentos, recusas, reembolsos e saques, feitos como a API os faz. Leva menos de um minuto.',
    'In the sandbox only: a few hundred payments, refusals, refunds and payouts, made as the API makes them. It takes less than a minute.',
  ],
  filling: ['Preenchendo com pagamentos de exemplo', 'Filling with sample payments'],
  reload: ['A página se atualiza sozinha.', 'This page updates by itself.'],
});

export const Samples: FC<{
  visit: Visit;
  state: SampleState | null;
  progress: FillProgress | null;
  mayFill: boolean;
}> = ({ visit, state, progress, mayFill }) => {
  const text = WORDS[visit.language];
  if (progress !== null) return <Progress visit={visit} progress={progress} />;
  if (state !== 'empty' && !(state === 'partial' && mayFill)) return null;
  return (
    <section class="empty samples">
      <h2>{state === 'partial' ? text.partial : text.emptyTitle}</h2>
      {state === 'empty' ? <p>{text.empty}</p> : null}
      {mayFill ? (
        <>
          <Form action={SAMPLES_PATH} visit={visit}>
            <SubmitButton>{state === 'partial' ? text.more : text.fill}</SubmitButton>
          </Form>
          <p class="hint">{text.hint}</p>
        </>
      ) : null}
    </section>
  );
};

const Progress: FC<{ visit: Visit; progress: FillProgress }> = ({ visit, progress }) => {
  const text = WORDS[visit.language];
  const { done, all } = progress;
  return (
    <section class="card" role="status">
      <h2 id="filling">{text.filling}</h2>
      <progress aria-labelledby="filling" value={done} max={all} />
      <p class="hint">{`${Math.floor((100 * done) / all)} % · ${text.reload}`}</p>
    </section>
  );
};

export type FillProgress = { done: number; all: number };

/** Fills accounts with samples in the background, each once at a time in this process. */
export type SampleFills = {
  progressOf(companyId: string): FillProgress | null;
  /** `ApiError` where the account is not to be filled. */
  start(account: Account, user: User): Promise<void>;
};

export function createSampleFills(services: DashboardServices): SampleFills {
  const running = new Map<string, FillProgress>();
  const fill = async (account: Account) => {
    const { companyId } = account;
    const onStep = (done: number, all: number) => void running.set(companyId, { done, all });
    try {
      await fillSamples(account, services, { onStep });
    } catch (error) {
      // The service is stopped: whoever presses the button again goes on.
      if (!(error instanceof DbUnavailable)) throw error;
    } finally {
      running.delete(companyId);
    }
  };
  return {
    progressOf: (companyId) => running.get(companyId) ?? null,
    async start(account, user) {
      const { companyId } = account;
      if (running.has(companyId)) return;
      running.set(companyId, { done: 0, all: 1 });
      try {
        await requireFillable(account, services);
        const act = { companyId, actor: user.id, action: 'sandbox fill' };
        const begun = { ...act, subjects: { company: companyId }, result: 'begun' } as const;
        await services.audit.append(newAuditEntry({ ...begun, code: null }, services));
      } catch (error) {
        running.delete(companyId);
        throw error;
      }
      services.inBackground(fill(account));
    },
  };
}
