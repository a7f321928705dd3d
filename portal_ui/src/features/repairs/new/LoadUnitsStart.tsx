import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { downloadTemplate, type Run } from '../../../api/imports';
import { useMeta } from '../../../api/meta';
import { type PartValues, type SelectedPart, useSelectedPart } from '../../../api/parts';
import { FieldGrid } from '../../../core/forms/FormSection';

import { useNotifyError } from '../../../core/ui/errorMessage';
import { SourceForm } from '../../imports/SourceForm';
import { PartInputs } from '../../parts/PartInputs';

export const UNITS = 'repair-units';

interface LoadUnitsStartProps {
  onPart: (part: SelectedPart | undefined) => void;
  onStarted: (run: Run) => void;
}

/** First step of the import: part for rows without one, then cells or a file. */
export function LoadUnitsStart({ onPart, onStarted }: LoadUnitsStartProps) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const { limits } = useMeta();
  const form = useForm<PartValues>({ defaultValues: { category: '', partId: '' } });
  const part = useSelectedPart('REPAIR', useWatch({ control: form.control }) as PartValues);
  useEffect(() => onPart(part), [onPart, part]);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box>
        <Typography variant="subtitle1" component="h3">
          {translate('imports.units.part')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.tertiary', marginBottom: 1.5 }}>
          {translate('imports.units.partHelp')}
        </Typography>
        <FormProvider {...form}>
          <FieldGrid>
            <PartInputs use="REPAIR" />
          </FieldGrid>
        </FormProvider>
      </Box>
      <SourceForm
        target={UNITS}
        maxBytes={limits.attachmentBytes}
        pasteFirst
        pasteHelp={translate('imports.units.pasteHelp')}
        onStarted={onStarted}
      />
      <Button
        variant="text"
        size="small"
        startIcon={<DownloadIcon />}
        sx={{ justifySelf: 'start' }}
        onClick={() => downloadTemplate(UNITS).catch(notifyError)}
      >
        {translate('imports.units.template')}
      </Button>
    </Box>
  );
}
