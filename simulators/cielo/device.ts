import type { Route } from '../server/exchange.ts';
import type { PartyRecord } from '../server/record.ts';

const ORGANISATIONS = ['1snn5n9w', 'k8vif92e'];

/**
 * The script of Cybersource's device profiling, which remembers the session that it was loaded for.
 * What the real one does in a browser is not known here; this one tries what it must not reach.
 */
export function deviceRoutes({
  devices,
  merchantId,
  record,
}: {
  devices: Set<string>;
  merchantId: string;
  record: PartyRecord;
}): Route[] {
  return [
    {
      method: 'GET',
      path: '/fp/tags.js',
      handle({ query }) {
        const session = query.get('session_id') ?? '';
        const isOurs = session.startsWith(merchantId);
        const id = session.slice(merchantId.length);
        if (!ORGANISATIONS.includes(query.get('org_id') ?? '') || !isOurs) {
          record.violate('GET /fp/tags.js: of no organisation or merchant that there is');
          return { status: 404 };
        }
        if (!/^[A-Za-z0-9_-]{1,88}$/.test(id)) {
          record.violate('GET /fp/tags.js: session_id has not its form');
          return { status: 404 };
        }
        devices.add(id);
        return { status: 200, headers: { 'content-type': 'text/javascript' }, body: SCRIPT };
      },
    },
  ];
}

/** Reads whatever a document lets it read of the windows around it, and tells its own document. */
const SCRIPT = `
const seen = [];
for (let at = window; at !== at.parent; at = at.parent) {
  for (const other of [at.parent, ...Array.from({ length: at.parent.length }, (_, i) => at.parent[i])]) {
    try { seen.push(other.document.body.textContent); } catch { /* Another origin. */ }
  }
}
document.title = String(seen.filter((text) => text !== document.body.textContent).length);
`;
