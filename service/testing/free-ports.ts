/** Settings of a service beside others: each listener takes a port that is free. */
export const FREE_PORTS = {
  apiPort: 0,
  checkoutPort: 0,
  threeDSPort: 0,
  bankPort: 0,
  paymentPagePort: 0,
  dashboardPort: 0,
  metricsPort: 0,
  drainMs: 0,
};

const LISTENERS = ['API', 'CHECKOUT', 'THREEDS', 'PAYMENT_PAGE', 'BANK', 'DASHBOARD', 'METRICS'];
/** The same as variables of a program. */
export const FREE_PORT_SETTINGS = Object.fromEntries(LISTENERS.map((of) => [`${of}_PORT`, '0']));
