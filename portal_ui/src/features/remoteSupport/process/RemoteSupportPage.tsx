import type { RemoteSupport } from '../../../api/remoteSupport';
import { ProcessPage, prefetchRecord } from '../../../core/process/ProcessPage';
import { createLazyPanes, type ProcessDefinition } from '../../../core/process/processContext';
import { EditWindow } from './EditWindow';

const loadSessionPanes = () => import('./sessionPanes');

export const panes = createLazyPanes({
  DETAILS: () => import('./RemoteSupportDetailsPane'),
  SERVICE_REVIEW: () => loadSessionPanes().then(({ ServiceReviewPane }) => ({ default: ServiceReviewPane })),
  WAITING_COMPLETION: () => loadSessionPanes().then(({ CompletionPane }) => ({ default: CompletionPane })),
});

/** Process definition of remote support requests. */
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
  Banner: EditWindow,
};

export const prefetch = prefetchRecord(remoteSupportProcess);

/** Page of a remote support request: route remote-support/process/:id. */
export default function RemoteSupportPage() {
  return <ProcessPage kind={remoteSupportProcess} />;
}
