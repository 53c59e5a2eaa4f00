import type { FC } from 'hono/jsx';
import type { Passkey } from '../../../domain/people/passkey.ts';
import type { PasskeysUnavailable } from '../../../domain/people/passkey-site.ts';
import { passkeySiteOf } from '../../../domain/people/passkey-site.ts';
import { ButtonLink, Notice } from '../../framework/parts/form.tsx';
import { Empty, Table } from '../../framework/parts/table.tsx';
import { day, moment } from '../../framework/parts/values.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get } from '../../framework/route.ts';
import { WORDS } from './words.ts';

export const PASSKEY_PAGES: readonly DashboardRoute[] = [
  get('/account/passkeys', 'signed-in', async (visit, services) => {
    const passkeys = await services.passkeys.list(visit.user.id);
    const site = passkeySiteOf(services.addresses.dashboardUrl);
    const unavailable = typeof site === 'string' ? site : null;
    const body = <Passkeys visit={visit} passkeys={passkeys} unavailable={unavailable} />;
    return visit.page(WORDS[visit.language].title, body);
  }),
];

const Passkeys: FC<{
  visit: Visit;
  passkeys: readonly Passkey[];
  unavailable: PasskeysUnavailable | null;
}> = ({ visit, passkeys, unavailable }) => {
  const text = WORDS[visit.language];
  return (
    <>
      <p>{text.intro}</p>
      {unavailable === null ? (
        <p class="actions">
          <ButtonLink to="/account/passkeys/new">{text.add}</ButtonLink>
        </p>
      ) : (
        <Notice kind="warn">{text.unavailable[unavailable]}</Notice>
      )}
      {passkeys.length === 0 ? (
        <Empty title={text.none} />
      ) : (
        <PasskeyList visit={visit} passkeys={passkeys} />
      )}
    </>
  );
};

const PasskeyList: FC<{ visit: Visit; passkeys: readonly Passkey[] }> = ({ visit, passkeys }) => {
  const text = WORDS[visit.language];
  return (
    <Table
      caption={text.title}
      columns={[text.name, text.created, text.used]}
      rows={passkeys.map(({ id, name, createdAt, usedAt }) => [
        <a href={`/account/passkeys/${id}`}>{name}</a>,
        day(createdAt, visit.language),
        usedAt === null ? text.never : moment(usedAt, visit.language),
      ])}
    />
  );
};
