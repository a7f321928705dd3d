const source = '^portal_ui/src';
const layer = (...names) => `${source}/(${names.join('|')})/`;
/** Application layer, which combines the features; no other layer imports it. */
const top = [`${source}/[^/]+$`, layer('app')];
const fromFeatures = (...names) => `${source}/features/(${names.join('|')})/`;
/** Features that all other features may import. */
const shared = fromFeatures('shipping', 'spectra', 'instruments', 'parts');
const isTest = '([.]test|/testing)[.]tsx?$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Of two files that import each other, types included, neither is understood without the other.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'api-is-lowest',
      comment: 'Exception: calls are made in the language of the page.',
      severity: 'error',
      from: { path: layer('api'), pathNot: isTest },
      to: { path: [layer('theme', 'core', 'features'), ...top], pathNot: '/core/i18n/(language|useLanguage)[.]ts$' },
    },
    {
      name: 'theme-below-features',
      comment: 'Exception: the skip link of the layout moves the focus.',
      severity: 'error',
      from: { path: layer('theme'), pathNot: isTest },
      to: { path: [layer('core', 'features'), ...top], pathNot: '/core/ui/focusMain[.]ts$' },
    },
    {
      name: 'core-below-features',
      comment: 'Exception: a spectrum among the files of any request has its chart and its suggestions.',
      severity: 'error',
      from: { path: layer('core'), pathNot: [isTest, '/core/files/(preview|AttachmentsButton|UploadedFileRow)[.]tsx$'] },
      to: { path: [layer('features'), ...top] },
    },
    {
      name: 'core-files-use-spectra-only',
      severity: 'error',
      from: { path: '/core/files/', pathNot: isTest },
      to: { path: [layer('features'), ...top], pathNot: fromFeatures('spectra') },
    },
    {
      name: 'features-below-app',
      severity: 'error',
      from: { path: layer('features'), pathNot: isTest },
      to: { path: top },
    },
    {
      name: 'features-apart',
      comment: 'What two features share belongs to core, or is a feature for others.',
      severity: 'error',
      from: { path: `${source}/features/([^/]+)/`, pathNot: [isTest, fromFeatures('publicPages', 'users'), '/features/repairs/new/'] },
      to: { path: layer('features'), pathNot: [`${source}/features/$1/`, shared] },
    },
    {
      name: 'login-and-users-apart',
      comment: 'Exception: login and account have two-factor authentication.',
      severity: 'error',
      from: { path: `${source}/features/(publicPages|users)/`, pathNot: isTest },
      to: { path: layer('features'), pathNot: [`${source}/features/$1/`, shared, fromFeatures('twoFactor')] },
    },
    {
      name: 'new-repairs-apart',
      comment: 'Exception: the units of a new repair are read from a spreadsheet by the steps of an import.',
      severity: 'error',
      from: { path: `${source}/features/repairs/new/`, pathNot: isTest },
      to: { path: layer('features'), pathNot: [fromFeatures('repairs', 'imports'), shared] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: source,
    tsConfig: { fileName: 'portal_ui/tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
