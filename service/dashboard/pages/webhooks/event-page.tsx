import type { FC } from 'hono/jsx';
import { USER_AGENT } from '../../../domain/webhooks/send-webhook.ts';
import type { EventDetail, NumberedAttempt } from '../../../domain/webhooks/webhook-list.ts';
import { Form, SubmitButton, Way } from '../../framework/parts/form.tsx';
import { Live } from '../../framework/parts/live.tsx';
import { Facts, Moment } from '../../framework/parts/table.tsx';
import { moment } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { pageWords } from '../../words/words.ts';
import { EventState, outcomeText } from './event-list.tsx';
import { WORDS } from './words.ts';

const LIVE_SECONDS = 5;

const MORE = pageWords({
  request: ['O que enviamos', 'What we send'],
  requestHint: [
    'Cada tentativa envia exatamente este corpo; só a assinatura muda.',
    'Every attempt sends exactly this body; the signature alone differs.',
  ],
  attempt: [(number: number) => `Tentativa ${number}`, (number: number) => `Attempt ${number}`],
  noAttempt: ['Ainda não houve tentativa.', 'There was no attempt yet.'],
  older: [
    (count: number) => `São mostradas as ${count} tentativas mais novas.`,
    (count: number) => `The newest ${count} attempts are shown.`,
  ],
  duration: ['Duração', 'Time'],
  signature: ['Assinatura', 'Signature'],
  signatures: [
    ['sem assinatura', 'com um segredo', 'com dois segredos'],
    ['not signed', 'by one secret', 'by two secrets'],
  ],
  answer: ['Início da resposta', 'Beginning of the answer'],
  emptyAnswer: ['Resposta vazia.', 'The answer was empty.'],
  noAnswer: ['Não houve resposta.', 'There was no answer.'],
});

export async function showEvent(
  visit: Visit,
  { webhookLists }: Pick<DashboardServices, 'webhookLists'>,
): Promise<Response> {
  const { companyId, language, params } = visit;
  const event = await webhookLists.detail(companyId, params.event ?? '');
  if (event === null) return visit.notFound();
  const [text, more] = [WORDS[language], MORE[language]];
  const mayResend = visit.may('events.resend');
  return visit.page(
    event.event,
    <>
      <Way to="/webhooks">{text.back}</Way>
      <Live visit={visit} seconds={event.status === 'PENDING' ? LIVE_SECONDS : null}>
        <Facts
          facts={[
            [text.state, <EventState status={event.status} language={language} />],
            ['X-Webhook-Id', <code>{event.id}</code>],
            [text.transaction, <code>{event.transactionId}</code>],
            [text.createdAt, moment(event.createdAt, language)],
            [text.attempts, String(event.attemptCount)],
          ]}
        />
        <div class="actions">
          {mayResend && event.status !== 'PENDING' ? (
            <Form action={`/webhooks/${event.id}/resend`} visit={visit}>
              <SubmitButton>{text.resend}</SubmitButton>
            </Form>
          ) : null}
          {event.status === 'PENDING' ? <a href={`/webhooks/${event.id}`}>{text.reload}</a> : null}
        </div>
        <Sent event={event} visit={visit} />
        <h2>{text.attempts}</h2>
        {event.attempts.length === 0 ? <p>{more.noAttempt}</p> : null}
        {event.attempts.length > 0 && event.attempts.length < event.attemptCount ? (
          <p class="hint">{more.older(event.attempts.length)}</p>
        ) : null}
        {event.attempts.map((attempt) => (
          <Attempt attempt={attempt} language={language} />
        ))}
      </Live>
    </>,
  );
}

const Sent: FC<{ event: EventDetail; visit: Visit }> = ({ event, visit }) => {
  const more = MORE[visit.language];
  return (
    <section class="card">
      <h2>{more.request}</h2>
      <p class="hint">{more.requestHint}</p>
      <pre class="wire">
        {[
          `POST ${addressFor(event.url, visit)}`,
          'Content-Type: application/json',
          `User-Agent: ${USER_AGENT}`,
          `X-Webhook-Id: ${event.id}`,
          `X-Webhook-Event: ${event.event}`,
          '',
          event.body,
        ].join('\n')}
      </pre>
    </section>
  );
};

/**
 * Decision: what follows the path of a receiver's address may be a secret of the company's own, so
 * it is shown to those alone who look after its receivers.
 */
function addressFor(url: string, visit: Visit): string {
  if (visit.may('webhooks.manage')) return url;
  const [address = ''] = url.split('?');
  return address === url ? url : `${address}?…`;
}

const Attempt: FC<{ attempt: NumberedAttempt; language: Language }> = ({ attempt, language }) => {
  const more = MORE[language];
  const { number, at, outcome, durationMs, signatures, answer } = attempt;
  return (
    <section class="card attempt">
      <h3>{more.attempt(number)}</h3>
      <Facts
        facts={[
          [more.outcome, outcomeText(outcome, language)],
          [more.at, <Moment at={new Date(at)} language={language} />],
          [more.duration, `${durationMs} ms`],
          [more.signature, more.signatures[signatures] ?? String(signatures)],
        ]}
      />
      <h4>{more.answer}</h4>
      {answer === null ? <p>{more.noAnswer}</p> : null}
      {answer === '' ? <p>{more.emptyAnswer}</p> : null}
      {answer ? <pre class="wire">{answer}</pre> : null}
    </section>
  );
};
