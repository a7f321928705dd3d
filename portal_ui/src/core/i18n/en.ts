import reactAdmin from 'ra-language-english';
import { mergeMessages } from './mergeMessages';

// Negative patterns need the whole path. server.json is for the server; the others are loaded with their pages.
const files = import.meta.glob(
  [
    '../../../../locale/en/*.json',
    '!../../../../locale/en/{server,accountDecision,mailSettings,texts,imports,help,twoFactor,instrumentPage}.json',
    '!../../../../locale/en/{newRepair,newPartRequest,newRemoteSupport,report,settings,setupPage}.json',
  ],
  { eager: true, import: 'default' },
);

export default mergeMessages(reactAdmin, ...Object.values(files));
