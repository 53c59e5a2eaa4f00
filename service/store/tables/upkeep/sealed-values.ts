import type { Db, Statement } from '../../../base/shared/db.ts';
import type {
  SealedCount,
  SealedKind,
  SealedValueStore,
} from '../../../domain/upkeep/sealed-values.ts';
import { ALL_COMPANIES } from '../../../providers/credentials.ts';

/**
 * Where a sealed value says under which version it is, 0 where it is no sealed value any more.
 * Source: the layout in `envelope.ts`.
 */
function versionOf(column: string) {
  return `CASE WHEN length(${column}) > 2 AND get_byte(${column}, 0) = 1
    THEN get_byte(${column}, 1) * 256 + get_byte(${column}, 2) ELSE 0 END AS version`;
}

/** A version as sealed values carry it; null for none. */
export function versionBytes(version: number | null): Uint8Array | null {
  return version === null ? null : new Uint8Array([version >> 8, version & 0xff]);
}

type Count = Omit<Statement, 'values'> & { kind: SealedKind };

const OF_COMPANY: readonly Count[] = [
  {
    kind: 'cards',
    name: 'sealed_cards_count',
    text: `SELECT ${versionOf('sealed_card')}, count(*) AS values FROM card_tokens
      WHERE company_id = $1 AND sealed_card IS NOT NULL GROUP BY version`,
  },
  {
    kind: 'authentications',
    name: 'sealed_authentications_count',
    text: `SELECT ${versionOf('sealed')}, count(*) AS values FROM (
        SELECT sealed_proof AS sealed FROM authentications WHERE company_id = $1
        UNION ALL SELECT sealed_card FROM authentications WHERE company_id = $1) a
      WHERE sealed IS NOT NULL GROUP BY version`,
  },
  {
    kind: 'webhook secrets',
    name: 'sealed_webhook_secrets_count',
    text: `SELECT ${versionOf('sealed')}, count(*) AS values FROM (
        SELECT sealed_secret AS sealed FROM webhook_signing WHERE company_id = $1
        UNION ALL SELECT sealed_previous FROM webhook_signing WHERE company_id = $1) s
      WHERE sealed IS NOT NULL GROUP BY version`,
  },
];

/** They are of a company, or of all of them together (`*`). */
const CREDENTIALS: Count = {
  kind: 'provider credentials',
  name: 'sealed_provider_credentials_count',
  text: `SELECT ${versionOf('sealed')}, count(*) AS values FROM (
      SELECT sealed_settings AS sealed FROM provider_credentials WHERE company_id = $1
      UNION ALL SELECT sealed_notice_secret FROM provider_credentials WHERE company_id = $1) c
    GROUP BY version`,
};

const SHARED: readonly Count[] = [
  {
    kind: 'authenticator apps',
    name: 'sealed_totp_count',
    text: `SELECT ${versionOf('sealed')}, count(*) AS values FROM (
        SELECT sealed_totp AS sealed FROM users
        UNION ALL SELECT sealed_new_totp FROM users) u
      WHERE sealed IS NOT NULL GROUP BY version`,
  },
  {
    kind: 'hash root',
    name: 'sealed_hash_root_count',
    text: `SELECT ${versionOf('sealed')}, count(*) AS values FROM sealed_secrets GROUP BY version`,
  },
  {
    kind: 'provider state',
    name: 'sealed_provider_state_count',
    text: `SELECT ${versionOf('sealed')}, count(*) AS values FROM provider_state GROUP BY version`,
  },
];

export function createSealedValueStore(db: Db): SealedValueStore {
  const run = async (counts: readonly Count[], values: readonly string[]) => {
    const found: SealedCount[] = [];
    for (const { kind, name, text } of counts) {
      const rows = await db.query<Omit<SealedCount, 'kind'>>({ name, text, values });
      found.push(...rows.map((row) => ({ kind, ...row })));
    }
    return found;
  };
  return {
    countOf: (companyId) => run([...OF_COMPANY, CREDENTIALS], [companyId]),
    countShared: async () => [
      ...(await run(SHARED, [])),
      ...(await run([CREDENTIALS], [ALL_COMPANIES])),
    ],
  };
}
