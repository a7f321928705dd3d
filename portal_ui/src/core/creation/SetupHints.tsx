import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useIsServiceMissing } from '../../api/ownProfile';
import { useCategories } from '../../api/parts';

/** Alerts why no request can be created yet; `onWrite` opens the feedback dialog. */
export function SetupHints({ onWrite }: { onWrite?: () => void }) {
  const translate = useTranslate();
  const missing = {
    noService: useIsServiceMissing(),
    noParts: useCategories().data?.length === 0,
  };
  return (['noService', 'noParts'] as const)
    .filter((key) => missing[key])
    .map((key) => (
      <Alert
        key={key}
        severity="warning"
        {...(onWrite && {
          action: (
            <Button variant="text" size="small" onClick={onWrite} sx={{ color: 'inherit' }}>
              {translate('creation.writeToAdministrators')}
            </Button>
          ),
        })}
      >
        {translate(`creation.${key}`)}
      </Alert>
    ));
}
