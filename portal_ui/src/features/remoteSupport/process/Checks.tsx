import type { RemoteSupport } from '../../../api/remoteSupport';
import { useProcess } from '../../../core/process/processContext';
import { lazyPart } from '../../../core/ui/lazyPart';
import type { ChecksProps } from './useChecks';

const CheckList = lazyPart(() => import('./CheckList'));

/** Pre-call checks of the request, if any. Loaded lazily, as most requests have none. */
export function Checks(props: ChecksProps) {
  const { record } = useProcess<RemoteSupport>();
  if (record.checkList.length === 0) return null;
  return <CheckList {...props} />;
}
