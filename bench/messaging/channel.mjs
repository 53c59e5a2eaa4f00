import { openChannel } from '../../contract/frame/channel.ts';

// The channel as sdk and frame use it, for the bench's page and frame.
const timers = {
  set: (callback, delayMs) => setTimeout(callback, delayMs),
  clear: (timer) => clearTimeout(timer),
};
window.openGuarded = (options) => openChannel({ ...options, timers, onFlood() {} });
