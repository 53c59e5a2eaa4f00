import type { Child, FC } from 'hono/jsx';
import { assetPath } from '../../../http/serve-asset.ts';
import type { WebAsset } from '../../../http/web-asset.ts';
import { Form } from '../../framework/parts/form.tsx';
import type { Visit } from '../../framework/route.ts';
import { WORDS } from './words.ts';

/**
 * A form whose button asks the device, and which is sent with what it answers. It is shown where
 * there is script, and works once ours is there (`ready`). `how`: make a passkey, sign by one, or sign
 * by one that may as well be chosen in the field of the e-mail address.
 */
export const AskDevice: FC<{
  visit: Visit;
  assets: ReadonlyMap<string, WebAsset>;
  action: string;
  how: 'create' | 'get' | 'get-autofill';
  options: object;
  button: string;
  children?: Child;
}> = ({ visit, assets, action, how, options, button, children }) => {
  const text = WORDS[visit.language];
  const script = assets.get('passkey.js');
  return (
    <div class="ask-device" data-passkey={how} data-options={JSON.stringify(options)}>
      <Form action={action} visit={visit}>
        <input type="hidden" name="answer" value="" />
        {children}
        <button type="submit" disabled>
          {button}
        </button>
        <p class="error" role="alert" data-failed={text.stopped} data-known={text.have} />
      </Form>
      {script ? <script type="module" src={assetPath('passkey.js', script)} /> : null}
    </div>
  );
};
