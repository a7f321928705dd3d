import type { RemoteSupport } from '../../../api/remoteSupport';
import { ProcessPage, prefetchRecord } from '../../../core/process/ProcessPage';
import { createLazyPanes, type ProcessDefinition } from '../../../core/process/processContext';
import { FollowUpLink } from './FollowUpLink';

const loadSessionPanes = () => import('./sessionPanes');

export const panes = createLazyPanes({
  DETAILS: () => import('./RemoteSupportDetailsPane'),
  SERVICE_REVIEW: () => loadSessionPanes().then(({ ServiceReviewPane }) => ({ default: ServiceReviewPane })),
  WAITING_COMPLETION: () => loadSessionPanes().then(({ CompletionPane }) => ({ default: CompletionPane })),
});

/** A remote support request as the process page sees it. */
const remoteSupportProcess: ProcessDefinition<RemoteSupport> = {
  kind: 'remoteSupport',
  resource: 'remoteSupport',
  messages: { moved: (status) => `remoteSupport.moved.${status}` },
  list: 'remote-support/list',
  history: {
    resource: 'remote-support-history',
    filter: (record) => ({ id: record.id }),
  },
  panes,
  Banner: FollowUpLink,
};

export const prefetch = prefetchRecord(remoteSupportProcess);

/** The remote support process: route remote-support/process/:id. */
export default function RemoteSupportPage() {
  return <ProcessPage kind={remoteSupportProcess} />;
}
