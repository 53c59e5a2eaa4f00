/**
 * Every page of the dashboard by its route: who opens it, and at which address where a part of it is
 * the id of something. `:payin` and its like are put in by who looks.
 */
export const PAGES = {
  owner: listed(`
    / /payments /payments/disputes /payments/:payin /payments/:payin/refund
    /payments/:payin/customer /pages /pages/:page /payouts /payouts/new /payouts/batch
    /payouts/:payout /balance /balance/statement /webhooks /webhooks/:event
    /webhooks/undelivered /webhooks/test /webhooks/receivers /webhooks/secret /integration
    /integration/keys/:key/revoke /integration/errors /people /people/invite /people/:user
    /audit /account /account/security /account/security/app /account/passkeys
    /account/passkeys/new /account/passkeys/:passkey
  `),
  operator: listed(`
    / /companies /companies/:company /providers /providers/new?provider=efi
    /providers/:company/:provider /system /system/audit
  `),
};

/** Seen by whoever comes in, who is led through them (`dashboard-sign-in.spec.ts`). */
export const ON_THE_WAY_IN = [
  '/sign-in',
  '/sign-in/code',
  '/sign-in/enrol',
  '/invitations/:token',
  '/invitation',
  '/prove',
] as const;

/** Other states of these pages: nothing there, a part of it, and what cannot be read or shown. */
export const STATES = {
  owner: listed(`
    /payments?q=nothing /payments?status=x /payments/:pending /payments/:refused
    /payouts?status=CANCELED /payouts?from=x /balance/statement?account=debt
    /balance/statement?from=x /webhooks?of=nothing /webhooks/undelivered?from=x
    /integration/errors?from=browser /system /nowhere
  `),
  operator: listed(`
    /companies?q=nobody /companies/nobody /providers/new?provider=nobody
    /system/audit?of=:company /payments /nowhere
  `),
};

function listed(addresses: string): readonly string[] {
  return addresses.trim().split(/\s+/);
}
