import reactAdmin from 'ra-language-english';
import { mergeMessages } from './mergeMessages';

// Negative patterns need the whole path. server.json is for the server; the others are loaded with their pages.
const files = import.meta.glob(
  [
    '../../../../locale/en/*.json',
    '!../../../../locale/en/server.json',
    '!../../../../locale/en/accountDecision.json',
    '!../../../../locale/en/mailSettings.json',
    '!../../../../locale/en/texts.json',
    '!../../../../locale/en/imports.json',
    '!../../../../locale/en/help.json',
    '!../../../../locale/en/twoFactor.json',
    '!../../../../locale/en/instrumentPage.json',
    '!../../../../locale/en/newRepair.json',
    '!../../../../locale/en/newPartRequest.json',
    '!../../../../locale/en/newRemoteSupport.json',
    '!../../../../locale/en/report.json',
    '!../../../../locale/en/settings.json',
    '!../../../../locale/en/setupPage.json',
  ],
  { eager: true, import: 'default' },
);

export default mergeMessages(reactAdmin, ...Object.values(files));
