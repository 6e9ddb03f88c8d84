import { runProgram } from './program.ts';

const { code, stdout, stderr } = await runProgram(process.argv.slice(2), process.env);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
