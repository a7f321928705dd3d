const source = '^portal_ui/src';
const layer = (...names) => `${source}/(${names.join('|')})/`;
/** What joins the layers into the application; nothing below may know it. */
const top = `${source}/[^/]+$`;
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
      name: 'shared-is-lowest',
      severity: 'error',
      from: { path: layer('shared', 'i18n'), pathNot: isTest },
      to: { path: [layer('server', 'kernel', 'pages', 'processes', 'resources'), top] },
    },
    {
      name: 'server-below-kernel',
      severity: 'error',
      from: { path: layer('server'), pathNot: isTest },
      to: { path: [layer('kernel', 'pages', 'processes', 'resources'), top] },
    },
    {
      name: 'kernel-below-screens',
      severity: 'error',
      from: { path: layer('kernel'), pathNot: isTest },
      to: { path: [layer('pages', 'processes', 'resources'), top] },
    },
    {
      name: 'screens-below-app',
      severity: 'error',
      from: { path: layer('pages', 'processes', 'resources'), pathNot: isTest },
      to: { path: top },
    },
    {
      name: 'pages-apart',
      comment: 'What two pages, or two processes, share belongs to the kernel.',
      severity: 'error',
      from: { path: `${source}/(pages|processes)/([^/]+)/` },
      to: { path: layer('pages', 'processes', 'resources'), pathNot: [`${source}/$1/$2/`, '/(calls|types)[.]ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: source,
    tsConfig: { fileName: 'portal_ui/tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
