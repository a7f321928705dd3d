import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import type { Row } from '../../core/lists/rows';

interface Change {
  label: string;
  before: string;
  after: string;
}

/** Button and dialog with the changed fields of an activity log entry. */
export default function ChangesButton({ row }: { row: Row }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const changes: readonly Change[] = Array.isArray(row.changes) ? row.changes : [];
  if (changes.length === 0) return null;
  const title = translate('lists.changes.of', { name: String(row.about) });
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-haspopup="dialog"
        aria-label={title}
        onClick={() => setOpen(true)}
        sx={{ minHeight: 24, paddingBlock: 0, paddingInline: 1 }}
      >
        {translate('lists.changes.show', { smart_count: changes.length })}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} aria-labelledby={titleId} maxWidth="md" fullWidth>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Table size="small" aria-labelledby={titleId}>
            <TableHead>
              <TableRow>
                <TableCell>{translate('lists.changes.field')}</TableCell>
                <TableCell>{translate('lists.changes.before')}</TableCell>
                <TableCell>{translate('lists.changes.after')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {changes.map(({ label, before, after }) => (
                <TableRow key={label}>
                  <TableCell component="th" scope="row">
                    {label}
                  </TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{before}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{after}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>{translate('shared.close')}</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
