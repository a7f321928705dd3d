import Inventory2Icon from '@mui/icons-material/Inventory2Outlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { PartRequest } from '../../../api/partRequests';
import { FormSection } from '../../../core/forms/FormSection';
import { useAction, useProcess } from '../../../core/process/processContext';
import { LazyDialog } from '../../../core/ui/LazyDialog';
import { DocumentButtons } from '../../shipping/DocumentButtons';
import { PackageLines } from '../../shipping/PackagesForm';

const loadPackDialog = () => import('./PackDialog');

/** Packages of the sender, with the shipping documents. */
export default function PackingSection() {
  const { record } = useProcess<PartRequest>();
  const pack = useAction('save_packing');
  const translate = useTranslate();
  const [packing, setPacking] = useState(false);
  const packages = record.packing?.packages ?? [];
  return (
    <FormSection title="partRequest.packing.title">
      {packages.length > 0 ? (
        <PackageLines packages={packages} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{translate('partRequest.packing.none')}</Typography>
      )}
      <Box sx={{ display: 'grid', gap: 1, marginTop: 1.5 }}>
        {pack && (
          <Button startIcon={<Inventory2Icon />} onClick={() => setPacking(true)}>
            {pack.label}
          </Button>
        )}
        <DocumentButtons path="/api/v1/files/export/part-request-papers/pdf" query={{ partRequestId: record.id }} />
      </Box>
      {packing && <LazyDialog load={loadPackDialog} onClose={() => setPacking(false)} />}
    </FormSection>
  );
}
