import reactAdmin from '@blackbox-vision/ra-language-spanish/dist-web/index.js';
import { mergeMessages } from './mergeMessages';

// Negative patterns need the whole path. server.json is for the server; the others are loaded with their pages.
const files = import.meta.glob(
  [
    '../../../../locale/es/*.json',
    '!../../../../locale/es/{server,accountDecision,mailSettings,texts,imports,help,twoFactor,instrumentPage}.json',
    '!../../../../locale/es/{newRepair,newPartRequest,newRemoteSupport,report,settings,setupPage}.json',
  ],
  { eager: true, import: 'default' },
);

export default mergeMessages(reactAdmin, ...Object.values(files));
