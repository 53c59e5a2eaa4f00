import type { Connection } from '../../../acts/provider-calls.ts';
import { CONNECT_PROVIDER, TEST_PROVIDER } from '../../../acts/provider-calls.ts';
import {
  ADD_PROVIDER,
  LIST_PROVIDERS,
  REMOVE_PROVIDER,
  ROTATE_PROVIDER,
} from '../../../acts/providers.ts';
import { LIST_ROUTES } from '../../../acts/routes.ts';
import { ApiError } from '../../../base/shared/api-error.ts';
import { sayCheckFault } from '../../../providers/check-fault.ts';
import type { CredentialsKey } from '../../../providers/credentials.ts';
import { ALL_COMPANIES } from '../../../providers/credentials.ts';
import type { ProviderDefinition } from '../../../providers/definition.ts';
import { findDefinition, PROVIDER_DEFINITIONS } from '../../../providers/registry.ts';
import { Notice, Select, SubmitButton } from '../../framework/parts/form.tsx';
import { Empty, Facts, StateBadge, Table } from '../../framework/parts/table.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import type { ActForm, Refused } from './act-form.tsx';
import { ActForms, ActFormView, actByForm, formPath, refusedBy } from './act-form.tsx';
import { ROUTE_FORMS } from './company-forms.ts';
import {
  newProviderForm,
  providerForms,
  segmentOf,
  PROVIDER_WORDS as WORDS,
} from './provider-forms.ts';
import { RouteList } from './waiting.tsx';

/** Settings of a party may hold certificates. */
const MAX_FORM_BYTES = 262_144;

export const PROVIDER_PAGES: readonly DashboardRoute[] = [
  get('/providers', 'providers.manage', (visit) => listProviders(visit, null)),
  get('/providers/new', 'providers.manage', (visit) => {
    return showNew(visit, definitionOf(visit.query.get('provider')), null);
  }),
  post('/providers/new', ADD_PROVIDER, addProvider, { maxBodyBytes: MAX_FORM_BYTES }),
  ...ROUTE_FORMS.map((form) => {
    const path = formPath('/providers', form);
    return post(path, form.act, (visit) => setRoute(visit, form), { maxBodyBytes: MAX_FORM_BYTES });
  }),
  get('/providers/:company/:provider', 'providers.manage', (visit) => showProvider(visit, null)),
  post('/providers/:company/:provider/:command', ROTATE_PROVIDER, actOnProvider, {
    maxBodyBytes: MAX_FORM_BYTES,
  }),
];

function addProvider(visit: Visit): Promise<Response> {
  const definition = definitionOf(visit.query.get('provider'));
  return actByForm(newProviderForm(definition), visit, {
    besides: { provider: definition.name },
    done: ({ credentials }) => visit.redirect(pathOf(credentials), WORDS[visit.language].saved),
    again: (refused) => showNew(visit, definition, refused),
  });
}

function setRoute(visit: Visit, form: ActForm): Promise<Response> {
  return actByForm(form, visit, {
    besides: { company: ALL_COMPANIES },
    done: () => visit.redirect('/providers', WORDS[visit.language].saved),
    again: (refused) => listProviders(visit, refused),
  });
}

async function actOnProvider(visit: Visit): Promise<Response> {
  const key = keyIn(visit);
  const form = providerForms(definitionOf(key.provider)).find(
    ({ act }) => act.command === `provider ${visit.params.command}`,
  );
  if (form === undefined) return visit.notFound();
  const again = (refused: Refused) => showProvider(visit, refused);
  try {
    if (form.act === TEST_PROVIDER) {
      return showProvider(visit, null, tellTest(visit, await visit.act(TEST_PROVIDER, key)));
    }
    if (form.act === CONNECT_PROVIDER) {
      const connection = await visit.act(CONNECT_PROVIDER, key);
      return showProvider(visit, null, tellConnection(visit, connection));
    }
  } catch (error) {
    return again(refusedBy(form.act, error, visit.language));
  }
  const back = form.act === REMOVE_PROVIDER ? '/providers' : pathOf(key);
  return actByForm(form, visit, {
    besides: { company: key.companyId, provider: key.provider },
    done: () => visit.redirect(back, WORDS[visit.language].saved),
    again,
  });
}

function tellTest(visit: Visit, { works, reason }: { works: boolean; reason: Reason }) {
  return (
    <Notice kind={works ? 'good' : 'bad'}>
      {works ? WORDS[visit.language].works : whyItFails(reason, visit)}
    </Notice>
  );
}

function tellConnection(visit: Visit, { address, connected, reason }: Connection) {
  const text = WORDS[visit.language];
  const told = { yes: text.connected, no: whyItFails(reason, visit), 'by hand': text.byHand };
  return (
    <Notice kind={connected === 'no' ? 'bad' : 'good'}>
      {told[connected]}
      <p>
        {text.address} <code>{address}</code>
      </p>
    </Notice>
  );
}

type Reason = Connection['reason'];

/** The party's own words stand as they are, and as its own. */
function whyItFails(reason: Reason, { language }: Visit): string {
  const { fails, says } = WORDS[language];
  if (reason === null) return fails;
  if (typeof reason === 'string') return `${fails} ${says} “${reason}”.`;
  return `${fails} ${sayCheckFault(reason, language === 'en' ? 'en' : 'pt')}.`;
}

async function listProviders(visit: Visit, refused: Refused | null): Promise<Response> {
  const text = WORDS[visit.language];
  const rows = await visit.act(LIST_PROVIDERS, {});
  const { routes } = await visit.act(LIST_ROUTES, { companyId: ALL_COMPANIES });
  return visit.page(
    text.title,
    <>
      {rows.length === 0 ? (
        <Empty title={text.none}>
          <p>{text.noneText}</p>
        </Empty>
      ) : (
        <Table
          caption={text.title}
          columns={[text.provider, text.account, text.state, text.certificate, text.notices]}
          rows={rows.map((row) => [
            <a href={pathOf(row)}>{titleOf(row.provider)}</a>,
            row.companyId === ALL_COMPANIES ? text.all : row.companyId,
            <State state={row.state} />,
            row.certificateDaysLeft === null ? '–' : `${row.certificateDaysLeft} ${text.days}`,
            row.connectedAt === null ? text.no : text.yes,
          ])}
        />
      )}
      <form class="filters" method="get" action="/providers/new">
        <Select
          name="provider"
          label={text.add}
          options={PROVIDER_DEFINITIONS.map(({ name, title }) => ({ value: name, label: title }))}
        />
        <SubmitButton>{text.next}</SubmitButton>
      </form>
      <RouteList
        text={{ title: text.routes, none: text.noRoutes }}
        routes={routes}
        language={visit.language}
      />
      <ActForms forms={ROUTE_FORMS} below="/providers" visit={visit} refused={refused} />
    </>,
    { status: refused === null ? 200 : 400 },
  );
}

function State({ state }: { state: string }) {
  return <StateBadge kind={state === 'usable' ? 'good' : 'bad'}>{state}</StateBadge>;
}

function showNew(visit: Visit, definition: ProviderDefinition, refused: Refused | null) {
  const form = newProviderForm(definition);
  return visit.page(
    definition.title,
    <ActFormView
      form={form}
      action={`/providers/new?provider=${definition.name}`}
      visit={visit}
      refused={refused ?? { act: form.act, errors: {} }}
    />,
    { status: refused === null ? 200 : 400 },
  );
}

async function showProvider(
  visit: Visit,
  refused: Refused | null,
  notice: ReturnType<typeof Notice> | null = null,
): Promise<Response> {
  const text = WORDS[visit.language];
  const key = keyIn(visit);
  const { companyId, provider } = key;
  const definition = definitionOf(provider);
  const rows = await visit.act(LIST_PROVIDERS, { companyId });
  const row = rows.find((one) => one.provider === provider);
  if (row === undefined) return visit.notFound();
  return visit.page(
    definition.title,
    <>
      {notice}
      <section class="card">
        <Facts
          facts={[
            [text.account, companyId === ALL_COMPANIES ? text.all : companyId],
            [text.state, <State state={row.state} />],
            [text.environment, row.environment],
            [text.methods, row.methods.join(',') || 'none'],
            [
              text.verified,
              row.proof === null
                ? text.proofs[definition.verified]
                : `${text.proofs[row.proof.by]}: ${row.proof.methods.join(', ')}, ${row.proof.on}`,
            ],
            [
              text.certificate,
              row.certificateDaysLeft === null ? '–' : `${row.certificateDaysLeft} ${text.days}`,
            ],
            [text.notices, row.connectedAt === null ? text.no : text.yes],
            [text.version, String(row.version)],
            [text.addedAt, row.createdAt.toISOString()],
            [text.rotatedAt, row.rotatedAt?.toISOString() ?? '–'],
          ]}
        />
      </section>
      {providerForms(definition).map((form) => (
        <ActFormView
          form={form}
          action={`${pathOf(key)}/${form.act.command.split(' ')[1]}`}
          visit={visit}
          refused={refused}
        />
      ))}
    </>,
    { status: refused === null ? 200 : 400 },
  );
}

/** `*` stands in an address as `all`. */
function keyIn({ params }: Visit): CredentialsKey {
  const { company = '', provider = '' } = params;
  return { companyId: company === 'all' ? ALL_COMPANIES : company, provider };
}

function pathOf({ companyId, provider }: CredentialsKey): string {
  return `/providers/${segmentOf(companyId)}/${provider}`;
}

function definitionOf(provider: string | null): ProviderDefinition {
  const definition = provider === null ? null : findDefinition(provider);
  if (definition === null) throw new ApiError('NOT_FOUND', 'There is no such provider.');
  return definition;
}

function titleOf(provider: string): string {
  return findDefinition(provider)?.title ?? provider;
}
