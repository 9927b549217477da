// Shares as tasks of Nextflow: nextflow run main.nf --shares 3. The batch file and what it names lie
// in a folder that all machines see.
// Nobody has run this where animconv is made: Groovy parses it, and no more is known.
params.folder = launchDir
params.shares = 3

process share {
    errorStrategy { task.exitStatus in [74, 137, 143] ? 'retry' : 'terminate' }
    maxRetries 2
    cpus { Math.max(1, (2 / task.attempt) as int) }

    input:
    val k

    output:
    path "shard-${k}.jsonl"

    // 1: some inputs are damaged, which would be so again; the merge says which.
    script:
    """
    report=\$PWD/shard-${k}.jsonl
    cd '${params.folder}'
    ANIMCONV_ATTEMPT=${task.attempt} animconv batch build.json --quiet \\
      --shard ${k}/${params.shares} --jobs ${task.cpus} --report "\$report" || [ \$? -eq 1 ]
    """
}

process merge {
    publishDir params.folder, mode: 'copy'

    input:
    path reports

    output:
    path 'all.jsonl'

    script:
    """
    animconv batch merge ${reports} --expect '${params.folder}/build.json' --report all.jsonl
    """
}

workflow {
    merge(share(Channel.of(1..params.shares)).collect())
}
