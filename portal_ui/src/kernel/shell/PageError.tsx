import type { ErrorProps } from 'react-admin';
import { useErrorMessage } from '../../server/errorMessage';
import { ErrorState } from '../../shared/Empty';

/**
 * In place of a page that broke, or whose code did not come. Trying again loads the portal anew, since the code that is
 * missing may be that of an older version.
 */
export function PageError({ error }: ErrorProps) {
  const message = useErrorMessage();
  return <ErrorState message={message(error)} onRetry={() => location.reload()} />;
}
