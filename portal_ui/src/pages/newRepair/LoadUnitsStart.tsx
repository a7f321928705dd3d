import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { type ChosenPart, type PartValues, useChosenPart } from '../../kernel/catalogue/catalogue';
import { PartInputs } from '../../kernel/catalogue/PartInputs';
import { saveTemplate } from '../../kernel/imports/calls';
import { SourceForm } from '../../kernel/imports/SourceForm';
import type { Run } from '../../kernel/imports/types';
import { useNotifyError } from '../../server/errorMessage';
import { useMeta } from '../../server/meta';
import { FieldGrid } from '../../shared/FormPart';

export const UNITS = 'repair-units';

interface LoadUnitsStartProps {
  onPart: (part: ChosenPart | undefined) => void;
  onStarted: (run: Run) => void;
}

/** Which part the units are of, where the cells do not say it; then the cells, or the file. */
export function LoadUnitsStart({ onPart, onStarted }: LoadUnitsStartProps) {
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const { limits } = useMeta();
  const form = useForm<PartValues>({ defaultValues: { category: '', partId: '' } });
  const part = useChosenPart('REPAIR', useWatch({ control: form.control }) as PartValues);
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
        onClick={() => saveTemplate(UNITS).catch(notifyError)}
      >
        {translate('imports.units.template')}
      </Button>
    </Box>
  );
}
