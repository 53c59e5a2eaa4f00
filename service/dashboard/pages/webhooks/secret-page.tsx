import { ACTIVATE_SIGNING, DEACTIVATE_SIGNING, ROTATE_SIGNING } from '../../../acts/signing.ts';
import { timeOf } from '../../../domain/accounts/account.ts';
import { Copyable } from '../../framework/parts/copyable.tsx';
import {
  ActCard,
  ButtonLink,
  Consent,
  Form,
  Notice,
  SubmitButton,
  Way,
} from '../../framework/parts/form.tsx';
import { moment } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords } from '../../words/words.ts';
import { WORDS as LIST_WORDS } from './words.ts';

const WORDS = pageWords({
  off: [
    'Os eventos não são assinados. Ligue a assinatura para que o seu servidor saiba que fomos nós.',
    'Events are not signed. Turn signing on so that your server knows that it was us.',
  ],
  on: [
    'Todos os eventos são assinados no cabeçalho X-Webhook-Signature.',
    'Every event is signed in the header X-Webhook-Signature.',
  ],
  both: [
    (until: string) =>
      `O segredo anterior também vale até ${until}. Até lá, cada evento leva as duas assinaturas.`,
    (until: string) =>
      `The secret before it is valid too, until ${until}. Until then each event carries both signatures.`,
  ],
  activate: ['Ligar a assinatura', 'Turn signing on'],
  rotate: ['Trocar o segredo', 'Rotate the secret'],
  rotateHint: [
    'O segredo atual continua valendo por 24 horas, junto com o novo.',
    'The present secret stays valid for 24 hours beside the new one.',
  ],
  endPrevious: [
    'Encerrar agora o segredo anterior, antes das suas 24 horas',
    'End the secret before it now, before its 24 hours',
  ],
  deactivate: ['Desligar a assinatura', 'Turn signing off'],
  deactivateHint: [
    'Os segredos são destruídos. Receptores que exigem a assinatura recusarão os eventos.',
    'The secrets are destroyed. Receivers that ask for the signature will refuse events.',
  ],
  sure: ['Sim, desligar', 'Yes, turn it off'],
  deactivated: ['A assinatura foi desligada.', 'Signing was turned off.'],
  shown: ['Este é o novo segredo', 'This is the new secret'],
  once: [
    'Copie agora: ele não pode ser mostrado de novo.',
    'Copy it now: it cannot be shown again.',
  ],
  current: ['Segredo', 'Secret'],
});

type Services = Pick<DashboardServices, 'webhookSigning' | 'accounts' | 'now'>;

export async function showSigning(visit: Visit, services: Services): Promise<Response> {
  const { companyId, language } = visit;
  const [text, list] = [WORDS[language], LIST_WORDS[language]];
  const stored = await services.webhookSigning.find(companyId);
  const now = await timeOf(companyId, services);
  const until = stored?.previous && stored.previous.until >= now ? stored.previous.until : null;
  return visit.page(
    list.secret,
    <>
      <Way to="/webhooks">{list.back}</Way>
      <p>{stored === null ? text.off : text.on}</p>
      {until === null ? null : <Notice kind="warn">{text.both(moment(until, language))}</Notice>}
      {stored === null ? (
        <Form action="/webhooks/secret/activate" visit={visit}>
          <SubmitButton>{text.activate}</SubmitButton>
        </Form>
      ) : (
        <>
          <ActCard
            title={text.rotate}
            text={text.rotateHint}
            action="/webhooks/secret/rotate"
            visit={visit}
          >
            {until === null ? null : <Consent name="end-previous">{text.endPrevious}</Consent>}
          </ActCard>
          <ActCard
            title={text.deactivate}
            text={text.deactivateHint}
            action="/webhooks/secret/deactivate"
            visit={visit}
            danger
          >
            <Consent name="sure">{text.sure}</Consent>
          </ActCard>
        </>
      )}
    </>,
  );
}

export async function activateSigning(visit: Visit): Promise<Response> {
  return showNewSecret(visit, await visit.act(ACTIVATE_SIGNING, {}));
}

export async function rotateSigning(visit: Visit): Promise<Response> {
  const endPrevious = visit.form['end-previous'] === 'yes';
  return showNewSecret(visit, await visit.act(ROTATE_SIGNING, { endPrevious }));
}

/** Answers the form itself: the secret is in no address, and loading the page again asks to send. */
function showNewSecret(visit: Visit, { secret }: { secret: string }): Promise<Response> {
  const text = WORDS[visit.language];
  return visit.page(
    text.shown,
    <>
      <Notice kind="warn">{text.once}</Notice>
      <p class="hint">{text.current}</p>
      <Copyable language={visit.language} isSecret>
        {secret}
      </Copyable>
      <p class="actions">
        <ButtonLink to="/webhooks/secret">{text.haveCopied}</ButtonLink>
      </p>
    </>,
  );
}

export async function deactivateSigning(visit: Visit): Promise<Response> {
  if (visit.form.sure !== 'yes') return visit.redirect('/webhooks/secret');
  await visit.act(DEACTIVATE_SIGNING, {});
  return visit.redirect('/webhooks/secret', WORDS[visit.language].deactivated);
}
