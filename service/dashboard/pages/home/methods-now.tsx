import type { FC } from 'hono/jsx';
import type { MethodStatus } from '../../../../contract/service-status.ts';
import { METHOD_NAMES } from '../../framework/parts/method-names.ts';
import type { StateKind } from '../../framework/parts/table.tsx';
import { StateBadge, Table } from '../../framework/parts/table.tsx';
import { moment } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { pageWords } from '../../words/words.ts';

type Status = MethodStatus['status'];

const WORDS = pageWords({
  title: ['Meios de pagamento agora', 'Payment methods now'],
  payout: ['Saques', 'Payouts'],
  states: {
    working: ['Funciona', 'Works'],
    failing: ['Sem resposta', 'No answer'],
    unseen: ['Sem uso', 'Not used'],
  },
});

const KINDS: Readonly<Record<Status, StateKind>> = {
  working: 'good',
  failing: 'bad',
  unseen: 'plain',
};

/** Whether those who carry out payments answer, by method, as this process has seen it. */
export const MethodsNow: FC<{ methods: readonly MethodStatus[]; language: Language }> = ({
  methods,
  language,
}) => {
  const text = WORDS[language];
  return (
    <section>
      <h2 class="now">{text.title}</h2>
      <Table
        caption={text.title}
        columns={[text.method, text.state, text.since]}
        rows={methods.map(({ method, status, since }) => [
          method === 'PAYOUT' ? text.payout : METHOD_NAMES[language][method],
          <StateBadge kind={KINDS[status]}>{text.states[status]}</StateBadge>,
          <time datetime={since}>{moment(new Date(since), language)}</time>,
        ])}
      />
    </section>
  );
};
