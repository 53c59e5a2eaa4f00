import { errorData } from '../../contract/errors/checkout-error.ts';
import type { CallMap } from '../../contract/frame/channel.ts';
import type { FrameConnection } from '../../contract/frame/connect-frame.ts';
import { connectFrame } from '../../contract/frame/connect-frame.ts';
import type { FrameFailure } from './frame-failure.ts';
import { watchPolicy } from './frame-failure.ts';

type FrameOptions<Calls extends CallMap, Event extends { type: string }> = Omit<
  Parameters<typeof connectFrame<Calls, Event>>[0],
  'onMissed'
> & {
  /** Finds out why a frame did not come; without it nobody wants to know. */
  probe?: (() => Promise<FrameFailure>) | undefined;
};

/** The one place in the sdk that opens a frame; adds why one never came, as far as pages know. */
export function openFrame<Calls extends CallMap, Event extends { type: string }>(
  options: FrameOptions<Calls, Event>,
): FrameConnection<Calls> {
  const { view, origin } = options;
  let isOpen = false;
  const fail = ({ why = 'could not be reached', ...failure }: FrameFailure) => {
    if (isOpen) return;
    connection.lose(
      errorData('FRAME_UNAVAILABLE', `${origin} ${why}`, { phase: 'handshake', ...failure }),
    );
  };
  const stopWatching = watchPolicy(view.document, origin, fail);
  const connection = connectFrame<Calls, Event>({
    ...options,
    onMissed: () => {
      // What would find out is not to be had either.
      options.probe?.().then(fail, () => fail({ cause: 'network' }));
    },
  });
  connection.channel.then(() => {
    isOpen = true;
    stopWatching();
  }, stopWatching);
  return connection;
}
