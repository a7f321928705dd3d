import Inventory2Icon from '@mui/icons-material/Inventory2Outlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { LazyDialog } from '../../kernel/LazyDialog';
import { ExportButton } from '../../kernel/list/ExportButton';
import { useAction, useProcess } from '../../kernel/process/processContext';
import { PackageLines } from '../../kernel/shipping/PackagesForm';
import { FormPart } from '../../shared/FormPart';
import type { PartRequest } from './types';

const loadDialog = () => import('./PackDialog');

/** The packages of whoever sends the parts, and the papers that go with them. */
export default function Packing() {
  const { record } = useProcess<PartRequest>();
  const pack = useAction('save_packing');
  const translate = useTranslate();
  const [packing, setPacking] = useState(false);
  const packages = record.packing?.packages ?? [];
  return (
    <FormPart title="partRequest.packing.title">
      {packages.length > 0 ? (
        <PackageLines packages={packages} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{translate('partRequest.packing.none')}</Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 1.5 }}>
        {pack && (
          <Button startIcon={<Inventory2Icon />} onClick={() => setPacking(true)}>
            {pack.label}
          </Button>
        )}
        <ExportButton
          path="/api/v1/files/export/part-request-papers/pdf"
          query={{ partRequestId: record.id }}
          label={translate('partRequest.packing.papers')}
        />
      </Box>
      {packing && <LazyDialog load={loadDialog} onClose={() => setPacking(false)} />}
    </FormPart>
  );
}
