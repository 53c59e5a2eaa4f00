import { startStage } from './challenge/stage.ts';
import { readFrameSettings } from './frame-settings.ts';

// Nothing of ours is shown here: the document belongs to the provider's script.
const settings = readFrameSettings(window);
if (settings !== null && 'config' in settings) startStage(window, settings);
