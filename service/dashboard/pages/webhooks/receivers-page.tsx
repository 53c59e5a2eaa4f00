import { RECEIVED_TYPES } from '../../../../contract/payments/webhook-event-type.ts';
import { REMOVE_RECEIVER, SET_RECEIVER } from '../../../acts/receivers.ts';
import { ApiError, orRefusal } from '../../../base/shared/api-error.ts';
import { Field, Form, Select, SubmitButton, Way } from '../../framework/parts/form.tsx';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords } from '../../words/words.ts';
import { WORDS as LIST_WORDS } from './words.ts';

const WORDS = pageWords({
  title: ['Receptores por tipo de evento', 'Receivers by type of event'],
  intro: [
    'Para onde vão os eventos de pagamentos e saques cujo pedido não trouxe webhookUrl. Um webhookUrl do pedido vale sempre mais; depois, o tipo exato; depois, payin.* ou payout.*, que valem para todos os demais.',
    'Where events of payments and payouts go whose request named no webhookUrl. A webhookUrl of the request always comes first; then the exact type; then payin.* or payout.*, which stand for all the others.',
  ],
  kept: [
    'Um evento que já existe mantém o endereço que tinha, também quando é reenviado.',
    'An event that was made keeps the address it had, also when it is sent again.',
  ],
  none: [
    'Nenhum receptor foi definido: só vão eventos para o webhookUrl do pedido.',
    'No receiver is set: events go to the webhookUrl of their request alone.',
  ],
  type: ['Tipo do evento', 'Type of event'],
  url: ['Endereço do receptor', 'Address of the receiver'],
  hint: [
    'Substitui o que houver para esse tipo.',
    'Takes the place of what there is for this type.',
  ],
  wasSet: [
    (type: string) => `O receptor de ${type} foi salvo.`,
    (type: string) => `The receiver of ${type} was saved.`,
  ],
  wasRemoved: ['O receptor foi removido.', 'The receiver was removed.'],
  faultyType: ['Escolha um dos tipos.', 'Choose one of the types.'],
});

type Refused = { type: string; url: string; at: 'type' | 'url' };

type Services = Pick<DashboardServices, 'accounts'>;

export async function showReceivers(
  visit: Visit,
  { accounts }: Services,
  refused?: Refused,
): Promise<Response> {
  const text = WORDS[visit.language];
  const account = await accounts.find(visit.companyId);
  const receivers = Object.entries(account?.traits.webhookReceivers ?? {});
  return visit.page(
    text.title,
    <>
      <Way to="/webhooks">{LIST_WORDS[visit.language].back}</Way>
      <p>{text.intro}</p>
      <p>{text.kept}</p>
      {receivers.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <ul class="removable">
          {receivers.map(([type, url]) => (
            <li>
              <span>
                <strong>{type}</strong> <code>{url}</code>
              </span>
              <Form action="/webhooks/receivers/remove" visit={visit}>
                <input type="hidden" name="type" value={type} />
                <button class="quiet" type="submit" aria-label={`${text.remove} ${type}`}>
                  {text.remove}
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Form action="/webhooks/receivers/set" visit={visit}>
        <Select
          name="type"
          label={text.type}
          value={refused?.type}
          options={RECEIVED_TYPES.map((type) => ({ value: type, label: type }))}
          error={refused?.at === 'type' ? text.faultyType : undefined}
        />
        <Field
          name="url"
          label={text.url}
          type="url"
          hint={text.hint}
          value={refused?.url ?? ''}
          error={refused?.at === 'url' ? LIST_WORDS[visit.language].faultyUrl : undefined}
          maxlength={2048}
          required
          spellcheck={false}
        />
        <SubmitButton>{text.save}</SubmitButton>
      </Form>
    </>,
    { status: refused === undefined ? 200 : 400 },
  );
}

export async function setReceiver(visit: Visit, services: Services): Promise<Response> {
  const { type = '' } = visit.form;
  const url = visit.form.url?.trim() ?? '';
  const set = await orRefusal(visit.actByText(SET_RECEIVER, { type, url }), 'INVALID_DATA');
  if (set instanceof ApiError) {
    const isOfType = set.details.some(({ path }) => path === 'type');
    return showReceivers(visit, services, { type, url, at: isOfType ? 'type' : 'url' });
  }
  return visit.redirect('/webhooks/receivers', WORDS[visit.language].wasSet(type));
}

export async function removeReceiver(visit: Visit): Promise<Response> {
  const { type = '' } = visit.form;
  // What has no receiver any more is gone already.
  await orRefusal(visit.actByText(REMOVE_RECEIVER, { type }), 'INVALID_DATA');
  return visit.redirect('/webhooks/receivers', WORDS[visit.language].wasRemoved);
}
