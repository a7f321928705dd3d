import reactAdmin from '@blackbox-vision/ra-language-spanish/dist-web/index.js';
import { mergeMessages } from './mergeMessages';

// Negative patterns need the whole path. server.json is for the server; the others are loaded with their pages.
const files = import.meta.glob(
  [
    '../../../../locale/es/*.json',
    '!../../../../locale/es/server.json',
    '!../../../../locale/es/accountDecision.json',
    '!../../../../locale/es/mailSettings.json',
    '!../../../../locale/es/texts.json',
    '!../../../../locale/es/imports.json',
    '!../../../../locale/es/help.json',
    '!../../../../locale/es/twoFactor.json',
    '!../../../../locale/es/instrumentPage.json',
    '!../../../../locale/es/newRepair.json',
    '!../../../../locale/es/newPartRequest.json',
    '!../../../../locale/es/newRemoteSupport.json',
    '!../../../../locale/es/report.json',
    '!../../../../locale/es/settings.json',
    '!../../../../locale/es/setupPage.json',
  ],
  { eager: true, import: 'default' },
);

export default mergeMessages(reactAdmin, ...Object.values(files));
