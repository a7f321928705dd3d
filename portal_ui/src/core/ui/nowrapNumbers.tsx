import Box from '@mui/material/Box';

/** A sentence in which the number of a request stands on one line. */
export function nowrapNumbers(sentence: string) {
  return sentence.split(/(\b[RPS]-\d{4}-\d+)/).map((words, index) =>
    index % 2 === 0 ? (
      words
    ) : (
      <Box key={words + String(index)} component="span" sx={{ whiteSpace: 'nowrap' }}>
        {words}
      </Box>
    ),
  );
}
