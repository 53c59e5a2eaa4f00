import type { FC } from 'hono/jsx';
import type { Balance } from '../../../../contract/payments/balance.ts';
import { ApiError, orRefusal } from '../../../base/shared/api-error.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { accountTime } from '../../../domain/accounts/account.ts';
import { toBalance } from '../../../domain/ledger/balance.ts';
import { isOfService } from '../../../domain/people/roles.ts';
import { findAttention } from '../../../domain/summaries/attention.ts';
import { lastDays } from '../../../domain/summaries/calendar.ts';
import { readPayinSummary } from '../../../domain/summaries/payin-summary.ts';
import { sampleStateOf } from '../../../sandbox/samples/fill-samples.ts';
import { Live } from '../../framework/parts/live.tsx';
import { money } from '../../framework/parts/values.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { pageWords } from '../../words/words.ts';
import { NeedsSomebody } from './attention.tsx';
import { Figure, Figures } from './figures.tsx';
import { Payments } from './payments.tsx';
import type { SampleFills } from './samples.tsx';
import { createSampleFills, SAMPLES_PATH, Samples } from './samples.tsx';
import { serviceHome } from './service-home.tsx';

const DAYS = 30;
const LIVE_SECONDS = 60;
const PROGRESS_SECONDS = 2;

const WORDS = pageWords({
  own: [
    'Esta conta já tem pagamentos próprios; os de exemplo só entram em uma conta vazia.',
    'This account has payments of its own; samples are put into an empty one only.',
  ],
});

export function homePages(services: DashboardServices): readonly DashboardRoute[] {
  const fills = createSampleFills(services);
  return [
    get('/', 'signed-in', (visit) =>
      isOfService(visit.user.role)
        ? serviceHome(visit, services)
        : companyHome(visit, fills, services),
    ),
    post(SAMPLES_PATH, 'samples.create', async (visit) => {
      const start = fills.start(await accountOf(visit, services), visit.user);
      const isOwn = (await orRefusal(start, 'ILLEGAL_TRANSITION')) instanceof ApiError;
      return visit.redirect('/', isOwn ? WORDS[visit.language].own : undefined);
    }),
  ];
}

async function companyHome(visit: Visit, fills: SampleFills, services: DashboardServices) {
  const { language, companyId } = visit;
  const account = await accountOf(visit, services);
  const now = accountTime(account, services.now());
  const progress = fills.progressOf(companyId);
  const [summary, balance, attention, samples] = await Promise.all([
    visit.may('payments.read')
      ? readPayinSummary(companyId, lastDays(now, DAYS), services.payinSummaries)
      : null,
    visit.may('balance.read')
      ? services.ledger.readBalances(companyId).then((amounts) => toBalance(amounts))
      : null,
    findAttention(companyId, services.now(), services),
    account.sandbox ? sampleStateOf(account, services) : null,
  ]);
  const mayFill = account.sandbox && visit.may('samples.create');
  const body = (
    <Live class="home" visit={visit} seconds={progress === null ? LIVE_SECONDS : PROGRESS_SECONDS}>
      <Samples visit={visit} state={samples} progress={progress} mayFill={mayFill} />
      <NeedsSomebody attention={attention} visit={visit} />
      {balance === null ? null : <HomeBalance balance={balance} language={language} />}
      {summary === null || samples === 'empty' ? null : (
        <Payments summary={summary} language={language} />
      )}
    </Live>
  );
  const options = progress === null ? {} : { refreshSeconds: PROGRESS_SECONDS };
  return visit.page(WORDS[language].home, body, options);
}

async function accountOf({ companyId }: Visit, services: DashboardServices): Promise<Account> {
  const account = await services.accounts.find(companyId);
  if (account === null) throw new ApiError('NOT_FOUND', 'There is no such account.');
  return account;
}

const BALANCE_WORDS = pageWords({
  available: ['Disponível', 'Available'],
  waiting: ['A receber', 'Incoming'],
  reserved: ['Retido em reserva', 'Held in reserve'],
  onItsWay: ['A caminho', 'On its way'],
  onItsWayHint: ['saques em processamento', 'payouts in process'],
  debt: ['Devido', 'Owed'],
});

const HomeBalance: FC<{ balance: Balance; language: Language }> = ({ balance, language }) => {
  const text = BALANCE_WORDS[language];
  const { available, waitingFunds, reserved, inFlight, debt } = balance;
  return (
    <Figures label={text.balance}>
      <Figure name={text.available} value={money(available, language)} />
      {waitingFunds === 0 ? null : (
        <Figure name={text.waiting} value={money(waitingFunds, language)} />
      )}
      <Figure name={text.reserved} value={money(reserved, language)} />
      <Figure name={text.onItsWay} value={money(inFlight, language)}>
        {text.onItsWayHint}
      </Figure>
      {debt === 0 ? null : <Figure name={text.debt} value={money(debt, language)} />}
    </Figures>
  );
};
