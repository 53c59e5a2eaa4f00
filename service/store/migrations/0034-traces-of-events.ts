/** The span that an event came of, for as long as the event waits; null where nothing is traced. */
export const TRACES_OF_EVENTS: readonly string[] = [
  'ALTER TABLE webhook_outbox ADD COLUMN traceparent text',
];
