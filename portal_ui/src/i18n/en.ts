import reactAdmin from 'ra-language-english';
import { merge } from './merge';

const files = import.meta.glob(['../../../locale/en/*.json', '!**/server.json', '!**/texts.json'], {
  eager: true,
  import: 'default',
});

export default merge(reactAdmin, ...Object.values(files));
