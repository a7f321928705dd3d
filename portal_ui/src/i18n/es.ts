import reactAdmin from '@blackbox-vision/ra-language-spanish/dist-web/index.js';
import { merge } from './merge';

const files = import.meta.glob(['../../../locale/es/*.json', '!**/server.json', '!**/texts.json'], {
  eager: true,
  import: 'default',
});

export default merge(reactAdmin, ...Object.values(files));
