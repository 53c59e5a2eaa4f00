import { TEST_RECEIVER } from '../../../acts/events.ts';
import { ApiError, orRefusal } from '../../../base/shared/api-error.ts';
import { Field, Form, SubmitButton, Way } from '../../framework/parts/form.tsx';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { words } from '../../words/words.ts';
import { WORDS as LIST_WORDS } from './words.ts';

const WORDS = words({
  intro: [
    'Enviamos um evento do tipo webhook.test, assinado como os outros. Ele não conta nada: o pagamento no corpo não existe.',
    'We send an event of the type webhook.test, signed as the others are. It tells of nothing: the payment in its body does not exist.',
  ],
  url: ['Endereço do seu receptor', 'Address of your receiver'],
  send: ['Enviar', 'Send'],
  sent: ['O teste foi enviado.', 'The test was sent.'],
});

/** Asks where to send a test; the newest event's receiver is proposed. */
export async function showTest(
  visit: Visit,
  { webhookLists }: Pick<DashboardServices, 'webhookLists'>,
): Promise<Response> {
  const [newest] = await webhookLists.page(visit.companyId, {
    event: null,
    status: null,
    transactionId: null,
    from: null,
    until: null,
    after: null,
    limit: 1,
  });
  const detail = newest ? await webhookLists.detail(visit.companyId, newest.id) : null;
  return testForm(visit, detail?.url ?? '');
}

export async function sendTest(visit: Visit): Promise<Response> {
  const url = visit.form.url?.trim() ?? '';
  const sent = await orRefusal(visit.act(TEST_RECEIVER, { url }), 'INVALID_DATA');
  const text = WORDS[visit.language];
  if (sent instanceof ApiError) return testForm(visit, url, LIST_WORDS[visit.language].faultyUrl);
  return visit.redirect(`/webhooks/${sent.event}`, text.sent);
}

function testForm(visit: Visit, url: string, error?: string): Promise<Response> {
  const [text, list] = [WORDS[visit.language], LIST_WORDS[visit.language]];
  return visit.page(
    list.test,
    <>
      <Way to="/webhooks">{list.back}</Way>
      <p>{text.intro}</p>
      <Form action="/webhooks/test" visit={visit}>
        <Field
          name="url"
          label={text.url}
          type="url"
          value={url}
          error={error}
          maxlength={2048}
          required
          spellcheck={false}
        />
        <SubmitButton>{text.send}</SubmitButton>
      </Form>
    </>,
    { status: error === undefined ? 200 : 400 },
  );
}
