import type { RemoteSupport } from '../../../api/remoteSupport';
import { ProcessPage, prefetchRecord } from '../../../core/process/ProcessPage';
import { lazyPanes, type ProcessKind } from '../../../core/process/processContext';
import { LeadOn } from './FollowUpLink';

const sessions = () => import('./sessionPanes');

export const panes = lazyPanes({
  DETAILS: () => import('./RemoteSupportDetailsPane'),
  SERVICE_REVIEW: () => sessions().then(({ ServiceReviewPane }) => ({ default: ServiceReviewPane })),
  WAITING_COMPLETION: () => sessions().then(({ CompletionPane }) => ({ default: CompletionPane })),
});

/** A remote support request as the process page sees it. */
const remoteSupportKind: ProcessKind<RemoteSupport> = {
  kind: 'remoteSupport',
  resource: 'remoteSupport',
  words: { moved: (status) => `remoteSupport.moved.${status}` },
  list: 'remote-support/list',
  history: {
    resource: 'remote-support-history',
    filter: (record) => ({ id: record.id }),
  },
  panes,
  Notice: LeadOn,
};

export const prefetch = prefetchRecord(remoteSupportKind);

/** The remote support process: route remote-support/process/:id. */
export default function RemoteSupportPage() {
  return <ProcessPage kind={remoteSupportKind} />;
}
