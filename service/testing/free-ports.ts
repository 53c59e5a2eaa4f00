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
