import { ProcessPage } from '../../kernel/process/ProcessPage';
import { lazyPanes } from '../../kernel/process/panes';
import type { ProcessKind } from '../../kernel/process/processContext';
import { base, readRemoteSupport } from './calls';
import type { RemoteSupport } from './types';

/** A remote support request as the process page sees it: the calls of the whole request. */
const remoteSupportKind: ProcessKind<RemoteSupport> = {
  kind: 'remoteSupport',
  words: { moved: (status) => `remoteSupport.moved.${status}` },
  list: 'remote-support/list',
  read: readRemoteSupport,
  move: (record, status) => ({
    method: 'PUT',
    path: `${base}/update-status`,
    query: { remoteSupportId: record.id, status, expectedStatus: record.status.key },
  }),
  changeService: (record, serviceId) => ({
    method: 'PUT',
    path: `${base}/change/service`,
    query: { requestId: record.id, serviceId },
  }),
  history: {
    resource: 'remote-support-history',
    filter: (record) => ({ id: record.id }),
  },
};

const panes = lazyPanes({
  DETAILS: () => import('./DetailsPane'),
  SERVICE_REVIEW: () => import('./ServiceReviewPane'),
  WAITING_COMPLETION: () => import('./CompletionPane'),
});

/** The remote support process: route remote-support/process/:id. */
export default function RemoteSupportPage() {
  return <ProcessPage kind={remoteSupportKind} panes={panes} />;
}
