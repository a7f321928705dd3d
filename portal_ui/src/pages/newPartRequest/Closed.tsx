import LockIcon from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import type { PartRequest } from '../../processes/partRequest/types';
import { Empty } from '../../shared/Empty';
import { RouterLink, usePath } from '../../shared/links';
import { PageHeader } from '../../shared/PageHeader';

/** The request moved on: nothing can be added to it any more. */
export function Closed({ record }: { record: PartRequest }) {
  const translate = useTranslate();
  const path = usePath();
  return (
    <>
      <PageHeader title={translate('newPartRequest.addTo', { number: record.number })} />
      <Card>
        <Empty
          icon={LockIcon}
          title={translate('newPartRequest.closed.title')}
          action={
            <Button component={RouterLink} to={path(`process-part-request/${record.id}`)}>
              {translate('newPartRequest.closed.open', { number: record.number })}
            </Button>
          }
        >
          {translate('newPartRequest.closed.text', { number: record.number })}
        </Empty>
      </Card>
    </>
  );
}
